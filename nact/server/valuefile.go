package server

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/watch"
)

// fileSuffix is what follows the name of a variable in the name of the one that names a file with its value.
const fileSuffix = "_FILE"

// maxFile is how long such a file can be, in bytes.
const maxFile = 64 << 10

// hasFile reports whether the value of a variable of a service can stand in a file: not if that name is a variable of its own.
func hasFile(variables []nact.Variable, v nact.Variable) bool {
	return !slices.ContainsFunc(variables, func(other nact.Variable) bool { return other.Name == v.Name+fileSuffix })
}

// readFiles returns those variables of a service that stand in files (nil: none does), and what is wrong with any. No error has anything of a file, or its
// name: whoever confuses the two variables has written a secret there.
func readFiles(variables []nact.Variable, getenv func(string) string) (files map[string]*valueFile, findings []error) {
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
		case files == nil:
			files = map[string]*valueFile{v.Name: file}
		default:
			files[v.Name] = file
		}
	}
	return files, findings
}

// valueFile is the value of a variable that stands in a file: as it was at the start, unless [Options.Renew] has it looked at again.
type valueFile struct {
	variable string
	file     *watch.File
	now      atomic.Pointer[value]
}

// text returns the value.
func (v *valueFile) text() string { return v.now.Load().text }

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
