package nacttest

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// Return is the recorded result of a function that a step calls, and what it must be called with.
type Return struct {
	Step     string
	Function string // its name in the manifest
	Args     string // JSON of the arguments that are compared; empty: none is
	Result   string // JSON
	Fail     string // instead of Result: a declared failure
	Detail   string // of Fail
	Optional bool   // it does not matter whether the function is called
}

// Functions play recorded results in the place of functions. A call returns the first result of that function that is not
// yet used and whose arguments fit, so that calls may come at the same time, in any order. A call for which there is none fails
// the test, and so does, when the test ends, a result that nothing asked for.
type Functions struct {
	t testing.TB

	mu      sync.Mutex
	returns []Return // those that are not used
}

// NewFunctions returns functions that play recorded results.
func NewFunctions(t testing.TB, returns ...Return) *Functions {
	t.Helper()
	f := &Functions{t: t, returns: returns}
	t.Cleanup(f.end)
	return f
}

// Called returns what the function of that name returns for args, a struct that encodes as JSON.
func Called[R any](f *Functions, function string, args any) (result R, err error) {
	f.t.Helper()
	recorded, err := f.take(function, args)
	if err != nil {
		f.t.Error(err)
		return result, err
	}
	if recorded.Fail != "" {
		return result, nact.Fail(recorded.Fail, recorded.Detail)
	}
	if err := json.Unmarshal([]byte(recorded.Result), &result); err != nil {
		err = fmt.Errorf("the recorded result of the step %s is none of %s: %w", recorded.Step, function, err)
		f.t.Error(err)
		return result, err
	}
	return result, nil
}

// take uses the result for a call.
func (f *Functions) take(function string, args any) (Return, error) {
	text, err := json.Marshal(args)
	if err != nil {
		return Return{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	missed := fmt.Errorf("the example records no result of %s for %s; record one for the step that calls it", function, text)
	for i, r := range f.returns {
		if r.Function != function {
			continue
		}
		misfits, err := r.misfits(text)
		if err != nil {
			return Return{}, err
		}
		if len(misfits) == 0 {
			f.returns = append(f.returns[:i:i], f.returns[i+1:]...)
			return r, nil
		}
		missed = errors.Join(misfits...)
	}
	return Return{}, missed
}

// misfits returns how arguments differ from those of the recording.
func (r Return) misfits(args []byte) ([]error, error) {
	if r.Args == "" {
		return nil, nil
	}
	var want, got map[string]any
	for text, into := range map[string]*map[string]any{r.Args: &want, string(args): &got} {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			return nil, fmt.Errorf("the arguments of the step %s: %w", r.Step, err)
		}
	}
	for name := range got {
		if _, compared := want[name]; !compared {
			delete(got, name)
		}
	}
	var misfits []error
	for _, d := range differences("", any(want), any(got)) {
		misfits = append(misfits, fmt.Errorf("step %s: %s", r.Step, d.in("args", "called with")))
	}
	return misfits, nil
}

// end reports the results that are left.
func (f *Functions) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range f.returns {
		if !r.Optional {
			f.t.Errorf("nothing asked for the recorded result of the step %s", r.Step)
		}
	}
}
