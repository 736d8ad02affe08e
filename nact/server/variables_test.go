package server

import (
	"errors"
	"log/slog"
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
	service := Program{Name: "nws", Environment: []nact.Variable{{Name: "KEY", Secret: true}, {Name: "NACT_TOKEN"}, {Name: "CERT"}, {Name: "CERT_FILE"}}}
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

// TestRenew: a secret that stands in a file is what the file holds, while the program runs. What cannot be used changes nothing, and is said once, without the
// secret and the name of the file.
func TestRenew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s3cr3t")
	write := func(text string) {
		if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			t.Fatal(err)
		}
	}
	write("s3cr3t-1\n")
	p := Program{Name: "nws", Environment: []nact.Variable{{Name: "KEY", Secret: true}, {Name: "OTHER"}}}
	getenv := environment(map[string]string{"KEY_FILE": path, "OTHER": "o"})
	s, err := parseSettings(p, nil, getenv, nil)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	options := s.options(slog.New(slog.NewTextHandler(&log, nil)), getenv)
	key, other := nact.SecretFrom(options.Lookup("KEY")), nact.SecretFrom(options.Lookup("OTHER"))
	options.Renew("KEY", &key)
	options.Renew("OTHER", &other)
	if key.Text() != "s3cr3t-1" || !key.Varies() || other.Text() != "o" || other.Varies() {
		t.Fatalf("got %s, %s", key.Text(), other.Text())
	}
	steps := []struct {
		name, want, logged string
		do                 func()
	}{
		{"another one", "s3cr3t-2", "has changed in its file\" variable=KEY", func() { write("s3cr3t-2") }},
		{"the same", "s3cr3t-2", "", func() { write("s3cr3t-2\n") }},
		{"empty", "s3cr3t-2", "variable=KEY cause=\"the file is empty\"", func() { write("\n") }},
		{"too large", "s3cr3t-2", "cause=\"the file is larger than 65536 bytes\"", func() { write(strings.Repeat("s3cr3t ", maxFile)) }},
		{"no text", "s3cr3t-2", "cause=\"the file is not UTF-8\"", func() { write("s3cr3t\xff") }},
		{"gone", "s3cr3t-2", "cause=\"the file cannot be read: no such file or directory\"", func() { os.Remove(path) }},
		{"there again", "s3cr3t-3", "has changed", func() { write("s3cr3t-3") }},
		{"refused", "s3cr3t-3", "cause=no", func() { renewed{options.files["KEY"], options.Logger}.Refuse("no") }},
	}
	for _, step := range steps {
		log.Reset()
		step.do()
		for range 3 {
			key.Renew()
			if got := key.Text(); got != step.want {
				t.Errorf("%s: got %s", step.name, got)
			}
		}
		if text := log.String(); !strings.Contains(text, step.logged) || strings.Contains(text, "s3cr3t") || step.logged == "" && text != "" {
			t.Errorf("%s: logged %s", step.name, text)
		}
	}
	renewed{options.files["KEY"], options.Logger}.Refuse("no")
	if recent := key.Recent(); strings.Join(recent, " ") != "s3cr3t-3 s3cr3t-2" || strings.Count(log.String(), "cause=no") != 1 {
		t.Errorf("recent are %q; logged %s", recent, log.String())
	}
}
