package nact

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
)

// TestObserved: an observer is told of a function and of what it comes to, also if it panics.
func TestObserved(t *testing.T) {
	var told []string
	call := func(observer Observer, f func() (int, error)) (got int, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v", p)
			}
		}()
		return Observed(t.Context(), observer, "price", func(context.Context) (int, error) { return f() })
	}
	for _, observer := range []Observer{nil, observing{noting{"a", &told}}} {
		if got, err := call(observer, func() (int, error) { return 7, nil }); got != 7 || err != nil {
			t.Errorf("got %d, %v", got, err)
		}
		if _, err := call(observer, func() (int, error) { return 0, errors.New("no price") }); err == nil || err.Error() != "no price" {
			t.Errorf("got %v", err)
		}
		if _, err := call(observer, func() (int, error) { panic("oh") }); err == nil || err.Error() != "panic: oh" {
			t.Errorf("got %v", err)
		}
	}
	want := []string{"a: price", "a: <nil>", "a: price", "a: no price", "a: price", "a: the function has panicked"}
	if !slices.Equal(told, want) {
		t.Errorf("\n got %q\nwant %q", told, want)
	}
}

// observing notes functions as [noting] does operations.
type observing struct{ noting }

func (o observing) Request(ctx context.Context, r Requested) (context.Context, func(error)) {
	return o.noting.Request(ctx, Requested{Operation: r.Function})
}
