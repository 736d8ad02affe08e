package nact_test

import (
	"errors"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

func TestReturned(t *testing.T) {
	value, failed := 1, errors.New("failed")
	if got, err := nact.Returned(&value, nil); got != &value || err != nil {
		t.Errorf("a result is %v, %v", got, err)
	}
	if _, err := nact.Returned[int](nil, failed); err != failed {
		t.Errorf("an error is %v", err)
	}
	if _, err := nact.Returned[int](nil, nil); err == nil {
		t.Error("neither a result nor an error is none")
	}
}
