package gocode

import (
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for _, c := range []struct {
		nanoseconds int64
		want        string
	}{
		{5e9, "5 * time.Second"}, {1e9, "time.Second"}, {90e9, "90 * time.Second"}, {60e9, "time.Minute"}, {15e8, "1500 * time.Millisecond"}, {1, "time.Duration(1)"},
	} {
		if got := Duration(time.Duration(c.nanoseconds)).GoString(); got != c.want {
			t.Errorf("%d ns is %s, want %s", c.nanoseconds, got, c.want)
		}
	}
}
