package server

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// TestFiles: the values of a service's variables that stand in files, and what is said of those that cannot be used: the variable, and nothing of what
// the file holds or is called.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	secret := write("s3cr3t", "s3cr3t\n")
	service := Program{Name: "nws", Files: ReadFiles, Environment: []nact.Variable{{Name: "KEY", Secret: true}, {Name: "NACT_TOKEN"}, {Name: "CERT"}, {Name: "CERT_FILE"}}}
	tests := []struct {
		name        string
		environment map[string]string
		want        map[string]string // by variable
		err         string
	}{
		{"the environment alone", map[string]string{"KEY": "a"}, map[string]string{"KEY": "a", "NACT_TOKEN": ""}, ""},
		{"a file", map[string]string{"KEY_FILE": secret}, map[string]string{"KEY": "s3cr3t", "KEY_FILE": secret}, ""},
		{"one line break alone is dropped", map[string]string{"KEY_FILE": write("lines", "a\n\r\n")}, map[string]string{"KEY": "a\n"}, ""},
		{"a variable like those of the program", map[string]string{"NACT_TOKEN_FILE": secret}, map[string]string{"NACT_TOKEN": "s3cr3t"}, ""},
		{"a variable of its own", map[string]string{"CERT": "a", "CERT_FILE": "b"}, map[string]string{"CERT": "a", "CERT_FILE": "b"}, ""},
		{"both", map[string]string{"KEY": "s3cr3t", "KEY_FILE": secret}, nil, "KEY and KEY_FILE are both set: leave one of them out"},
		{"no file", map[string]string{"KEY_FILE": secret + "no"}, nil, "KEY_FILE: the file cannot be read: no such file or directory"},
		{"a folder", map[string]string{"KEY_FILE": dir}, nil, "KEY_FILE: this is no regular file"},
		{"empty", map[string]string{"KEY_FILE": write("empty", "\n")}, nil, "KEY_FILE: the file is empty"},
		{"large", map[string]string{"KEY_FILE": write("large", strings.Repeat("s3cr3t ", maxFile))}, nil, "KEY_FILE: the file is larger than 65536 bytes"},
		{"no text", map[string]string{"KEY_FILE": write("bytes", "s3cr3t\xff")}, nil, "KEY_FILE: the file is not UTF-8"},
		{"two findings", map[string]string{"KEY_FILE": dir, "NACT_TOKEN_FILE": dir}, nil, "KEY_FILE: this is no regular file\nNACT_TOKEN_FILE: this is no regular file"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var environ []string
			for name, value := range test.environment {
				environ = append(environ, name+"="+value)
			}
			s, err := parseSettings(service, nil, environment(test.environment), environ)
			if text := errorText(err); text != test.err || strings.Contains(text, "s3cr3t") {
				t.Fatalf("got %q, want %q", text, test.err)
			}
			for name, want := range test.want {
				if got, ok := s.lookup(environment(test.environment))(name); got != want || ok != (want != "") {
					t.Errorf("%s is %q, %t", name, got, ok)
				}
			}
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return errors.Join(err).Error()
}
