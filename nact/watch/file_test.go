package watch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// fixture is a file, at a time that the test sets, with what was made of it.
type fixture struct {
	*File
	path string
	at   time.Time
	got  []string // what use was called with
}

func open(t *testing.T, path string) *fixture {
	t.Helper()
	file, _, err := Open(path, 10)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{File: file, path: path, at: time.Now()}
	f.Now = func() time.Time { return f.at }
	return f
}

func (f *fixture) use(content []byte, err error) {
	var of *fs.PathError
	switch {
	case errors.As(err, &of):
		f.got = append(f.got, of.Err.Error())
	case err != nil:
		f.got = append(f.got, err.Error())
	default:
		f.got = append(f.got, string(content))
	}
}

// look lets the time pass after which the file is looked at again, and returns what came of it.
func (f *fixture) look() []string {
	f.got = nil
	f.at = f.at.Add(2 * Interval)
	f.Look(f.use)
	return f.got
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

func TestLook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "value")
	write(t, path, "a")
	f := open(t, path)
	steps := []struct {
		name string
		do   func()
		want string // of the first look; a second one finds nothing
	}{
		{"nothing", func() {}, ""},
		{"another text", func() { write(t, path, "b") }, "b"},
		{"too long", func() { write(t, path, "12345678901") }, "the file is larger than 10 bytes"},
		{"gone", func() { os.Remove(path) }, "no such file or directory"},
		{"a folder", func() { os.Mkdir(path, 0o700) }, "this is no regular file"},
		{"there again, as it was", func() { os.Remove(path); write(t, path, "b") }, "b"},
	}
	for _, step := range steps {
		step.do()
		got := f.look()
		if len(got) > 1 || len(got) == 1 && got[0] != step.want || len(got) == 0 && step.want != "" {
			t.Errorf("%s: got %q, want %q", step.name, got, step.want)
		}
		if again := f.look(); len(again) > 0 {
			t.Errorf("%s, once more: got %q", step.name, again)
		}
	}
}

// TestMounted: a mounted secret changes by the link to its folder.
func TestMounted(t *testing.T) {
	dir := t.TempDir()
	mount := func(name, text string) {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name, "key"), text)
		if err := os.Symlink(name, filepath.Join(dir, "..data_tmp")); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(dir, "..data_tmp"), filepath.Join(dir, "..data")); err != nil {
			t.Fatal(err)
		}
	}
	mount("1", "a")
	f := open(t, filepath.Join(dir, "..data", "key"))
	mount("2", "b")
	if got := f.look(); len(got) != 1 || got[0] != "b" {
		t.Errorf("got %q", got)
	}
}

// TestInterval: within a second a file is not looked at again, unless that is asked for.
func TestInterval(t *testing.T) {
	path := filepath.Join(t.TempDir(), "value")
	write(t, path, "a")
	f := open(t, path)
	f.look()
	write(t, path, "b")
	f.at = f.at.Add(Interval - 1)
	if f.Look(f.use); len(f.got) > 0 {
		t.Errorf("got %q", f.got)
	}
	if f.LookNow(f.use); len(f.got) != 1 || f.got[0] != "b" {
		t.Errorf("got %q", f.got)
	}
	if got := f.look(); len(got) > 0 {
		t.Errorf("then got %q", got)
	}
}
