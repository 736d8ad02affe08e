package nacttest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// observer is a test whose failure is what another test looks for.
type observer struct {
	testing.TB
	mu       sync.Mutex
	messages []string
	cleanups []func()
}

// fatal is what an observed test ends with.
type fatal struct{}

func (o *observer) Helper()          {}
func (o *observer) Cleanup(f func()) { o.cleanups = append(o.cleanups, f) }

func (o *observer) Error(args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.messages = append(o.messages, fmt.Sprint(args...))
}

func (o *observer) Failed() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.messages) > 0
}

func (o *observer) Errorf(format string, args ...any) { o.Error(fmt.Sprintf(format, args...)) }

func (o *observer) Fatal(args ...any) {
	o.Error(args...)
	panic(fatal{})
}

// observe runs test to its end and returns what it reported.
func observe(t *testing.T, test func(testing.TB)) string {
	o := &observer{TB: t}
	func() {
		defer func() {
			if p := recover(); p != nil && p != (fatal{}) {
				panic(p)
			}
		}()
		test(o)
	}()
	for _, cleanup := range o.cleanups {
		cleanup()
	}
	return strings.Join(o.messages, "\n")
}
