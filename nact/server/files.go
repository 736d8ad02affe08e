package server

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/watch"
)

// maxFile is how long a file with a value can be, in bytes.
const maxFile = 64 << 10

// valueFiles are the values of variables that stand in files, by variable.
type valueFiles map[string]*valueFile

// ReadFiles returns those variables of a service that stand in files (nil: none does), and what is wrong with any. No error has anything of a file, or its
// name: whoever confuses the two variables has written a secret there.
func ReadFiles(variables []nact.Variable, getenv func(string) string) (VariableFiles, []error) {
	files := valueFiles{}
	var findings []error
	for _, v := range variables {
		where := v.Name + fileSuffix
		name := getenv(where)
		if name == "" || !hasFile(variables, v) {
			continue
		}
		file, err := openValue(v.Name, name)
		switch {
		case getenv(v.Name) != "":
			findings = append(findings, fmt.Errorf("%s and %s are both set: leave one of them out", v.Name, where))
		case err != nil:
			findings = append(findings, fmt.Errorf("%s: %w", where, err))
		default:
			files[v.Name] = file
		}
	}
	if len(files) == 0 {
		return nil, findings
	}
	return files, findings
}

// Text returns the value of a variable that stands in a file.
func (f valueFiles) Text(variable string) (text string, ok bool) {
	if file := f[variable]; file != nil {
		return file.Text(), true
	}
	return "", false
}

// Renew has a secret become what the file of a variable holds, if it has one.
func (f valueFiles) Renew(variable string, secret *nact.Secret, logger *slog.Logger) {
	if file := f[variable]; file != nil {
		file.logger = logger
		*secret = nact.NewVaryingSecret(file)
	}
}

// valueFile is the value of a variable that stands in a file, which may change while the program runs: it is a [nact.Varying]. No line of the log has
// anything of the file, or its name.
type valueFile struct {
	variable string
	file     *watch.File
	logger   *slog.Logger // nil as long as nobody uses the value as one that changes
	now      atomic.Pointer[value]
}

// value is what a file holds, and what it held before; empty: it has not changed.
type value struct {
	text, before string
	refused      atomic.Bool
}

// openValue returns the value of a variable that a file holds.
func openValue(variable, name string) (*valueFile, error) {
	file, content, err := watch.Open(name, maxFile)
	text, err := valueOf(content, err)
	if err != nil {
		return nil, err
	}
	v := &valueFile{variable: variable, file: file}
	v.now.Store(&value{text: text})
	return v, nil
}

// valueOf returns the text of a file without the line break at its end, or why there is none.
func valueOf(content []byte, err error) (string, error) {
	text := strings.TrimSuffix(strings.TrimSuffix(string(content), "\n"), "\r")
	switch {
	case err != nil:
		return "", withoutName(err)
	case text == "":
		return "", errors.New("the file is empty")
	case !utf8.ValidString(text):
		return "", errors.New("the file is not UTF-8")
	}
	return text, nil
}

// withoutName returns why a file cannot be read.
func withoutName(err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		return fmt.Errorf("the file cannot be read: %w", of.Err)
	}
	return err
}

// Text returns the value as it is now.
func (v *valueFile) Text() string {
	if v.logger != nil {
		v.file.Look(v.use)
	}
	return v.now.Load().text
}

// Recent returns the value, and what it was before.
func (v *valueFile) Recent() []string {
	now := v.now.Load()
	if now.before == "" {
		return []string{now.text}
	}
	return []string{now.text, now.before}
}

// Renew reads the file at once.
func (v *valueFile) Renew() { v.file.LookNow(v.use) }

// use takes what the file holds for the value. If that is not possible, the value stays.
func (v *valueFile) use(content []byte, err error) {
	text, err := valueOf(content, err)
	before := v.now.Load().text
	switch {
	case err != nil:
		v.stays(err.Error())
	case text != before:
		v.now.Store(&value{text: text, before: before})
		v.logger.Info("a value of the configuration has changed in its file", "variable", v.variable)
	}
}

// Refuse logs, once, why the value cannot be used.
func (v *valueFile) Refuse(why string) {
	if !v.now.Load().refused.Swap(true) {
		v.stays(why)
	}
}

func (v *valueFile) stays(why string) {
	v.logger.Error("a value of the configuration cannot be taken from its file: the one of before stays in use", "variable", v.variable, "cause", why)
}
