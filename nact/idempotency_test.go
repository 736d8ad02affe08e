package nact_test

import (
	"context"
	"errors"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

func TestIdempotency(t *testing.T) {
	var kept []byte
	broken := errors.New("the store is gone")
	var err error
	i := nact.NewIdempotency("key", []byte("of an earlier run"), func(_ context.Context, notes []byte) error {
		if err == nil {
			kept = notes
		}
		return err
	})
	of := nact.IdempotencyOf(i.Watch(t.Context()))
	if of.Key() != "key" || string(of.Notes()) != "of an earlier run" {
		t.Errorf("got %q, %q", of.Key(), of.Notes())
	}
	if err := of.Save(t.Context(), []byte("first")); err != nil || string(of.Notes()) != "first" || string(kept) != "first" {
		t.Errorf("notes are %q, kept are %q, %v", of.Notes(), kept, err)
	}
	err = broken
	if err := of.Save(t.Context(), []byte("second")); !errors.Is(err, broken) || string(of.Notes()) != "first" {
		t.Errorf("notes are %q, %v", of.Notes(), err)
	}
}

func TestNoIdempotency(t *testing.T) {
	of := nact.IdempotencyOf(t.Context())
	if err := of.Save(t.Context(), []byte("x")); err != nil || of.Key() != "" || of.Notes() != nil {
		t.Errorf("got %q, %q, %v", of.Key(), of.Notes(), err)
	}
}
