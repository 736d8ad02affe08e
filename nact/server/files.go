package server

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
)

// maxFile is how long a file with a value can be, in bytes.
const maxFile = 64 << 10

// ReadFiles returns the values of those variables of a service that stand in files (nil: none does), and what is wrong with any. No error has anything of a file, or its
// name: whoever confuses the two variables has written a secret there.
func ReadFiles(variables []nact.Variable, getenv func(string) string) (values map[string]string, findings []error) {
	for _, v := range variables {
		where := v.Name + fileSuffix
		name := getenv(where)
		if name == "" || !hasFile(variables, v) {
			continue
		}
		text, err := readFile(name)
		switch {
		case getenv(v.Name) != "":
			findings = append(findings, fmt.Errorf("%s and %s are both set: leave one of them out", v.Name, where))
		case err != nil:
			findings = append(findings, fmt.Errorf("%s: %w", where, err))
		case values == nil:
			values = map[string]string{v.Name: text}
		default:
			values[v.Name] = text
		}
	}
	return values, findings
}

// readFile returns the text of a file without the line break at its end.
func readFile(name string) (string, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return "", withoutName(err)
	case !info.Mode().IsRegular():
		return "", errors.New("this is no regular file")
	}
	file, err := os.Open(name)
	if err != nil {
		return "", withoutName(err)
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	text := strings.TrimSuffix(strings.TrimSuffix(string(content), "\n"), "\r")
	switch {
	case err != nil:
		return "", withoutName(err)
	case len(content) > maxFile:
		return "", fmt.Errorf("the file is larger than %d bytes", maxFile)
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
