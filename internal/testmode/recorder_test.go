package testmode_test

import (
	"runtime"
	"testing"
)

// recorder is a test that notes how it ends.
type recorder struct {
	testing.TB
	how string
}

func (r *recorder) Helper() {}

func (r *recorder) Skipf(string, ...any)  { r.end("skipped") }
func (r *recorder) Fatalf(string, ...any) { r.end("failed") }

func (r *recorder) end(how string) {
	r.how = how
	runtime.Goexit()
}
