package testmode_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
)

// outcome runs a test of its own and says how it ended.
func outcome(t *testing.T, run func(t testing.TB)) (how string) {
	t.Helper()
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() { // what skips or fails ends its goroutine
		defer close(done)
		run(r)
		r.how = "ran"
	}()
	<-done
	return r.how
}

func TestLong(t *testing.T) {
	for value, want := range map[string]string{"": "skipped", "some": "skipped", testmode.All: "ran"} {
		t.Setenv(testmode.Variable, value)
		if got := outcome(t, func(t testing.TB) { testmode.Long(t, "takes long") }); got != want {
			t.Errorf("with %s=%s it %s, want %s", testmode.Variable, value, got, want)
		}
	}
}

func TestProgram(t *testing.T) {
	for value, want := range map[string]string{"": "skipped", testmode.All: "failed"} {
		t.Setenv(testmode.Variable, value)
		if got := outcome(t, func(t testing.TB) { testmode.Program(t, "no-such-program", "nobody") }); got != want {
			t.Errorf("with %s=%s and without the program it %s, want %s", testmode.Variable, value, got, want)
		}
		if got := outcome(t, func(t testing.TB) { testmode.Program(t, "go", "Go") }); got != "ran" {
			t.Errorf("with %s=%s and the program it %s", testmode.Variable, value, got)
		}
	}
}

func TestPublished(t *testing.T) {
	beside := t.TempDir()
	inside := filepath.Join(beside, "module", "a", "b")
	if err := os.MkdirAll(inside, 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(beside, "module", "go.mod"))
	t.Chdir(inside)
	published := func(t testing.TB) { testmode.Published(t, "large/one.json") }
	if got := outcome(t, published); got != "skipped" {
		t.Errorf("without documents it %s", got)
	}
	large := filepath.Join(beside, "shared", "specs", "large")
	if err := os.MkdirAll(large, 0o777); err != nil {
		t.Fatal(err)
	}
	if got := outcome(t, published); got != "failed" {
		t.Errorf("without one of the documents it %s", got)
	}
	write(t, filepath.Join(large, "one.json"))
	if got := outcome(t, published); got != "ran" {
		t.Errorf("with the document it %s", got)
	}
}

func write(t *testing.T, file string) {
	t.Helper()
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
}
