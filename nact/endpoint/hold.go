package endpoint

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/idempotency"
)

// hold is the entry of a key in the store, for the invocation that holds it. Each of its methods gives the store a limited time, and none
// ends because the caller leaves.
type hold struct {
	store       idempotency.Store
	lease       time.Duration
	key, holder string
	log         func(level slog.Level, message string, attrs ...slog.Attr)
}

func (h *hold) claim(ctx context.Context, claim idempotency.Claim) (idempotency.Entry, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), claimTimeout)
	defer cancel()
	return h.store.Claim(ctx, h.key, claim)
}

// storing returns a context for one change of the entry.
func storing(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
}

func (h *hold) note(ctx context.Context, notes []byte) error {
	ctx, cancel := storing(ctx)
	defer cancel()
	return h.store.Note(ctx, h.key, h.holder, notes)
}

// end keeps the answer.
func (h *hold) end(ctx context.Context, a *answer) error {
	stored, err := encodeAnswer(a)
	if err != nil {
		return err
	}
	ctx, cancel := storing(ctx)
	defer cancel()
	return h.store.End(ctx, h.key, h.holder, stored)
}

// leave lets the next invocation with the key run, with what was noted of this one. Where that cannot be kept, the next one has to wait for
// the end of the lease: it must not take this one for one that has ended.
func (h *hold) leave(ctx context.Context, key *nact.Idempotency) {
	if err := key.Keep(ctx); err != nil {
		h.log(slog.LevelWarn, "what an invocation has noted could not be kept", slog.String("cause", err.Error()))
		return
	}
	h.release(ctx)
}

// release lets the next invocation with the key run. Where it fails, the next one has to wait for the end of the lease.
func (h *hold) release(ctx context.Context) {
	ctx, cancel := storing(ctx)
	defer cancel()
	if err := h.store.Release(ctx, h.key, h.holder); err != nil {
		h.log(slog.LevelWarn, "the key of an invocation could not be released", slog.String("cause", err.Error()))
	}
}

// replay returns the answer that was kept.
func (h *hold) replay(stored []byte) *answer {
	a, err := decodeAnswer(stored)
	if err != nil {
		h.log(slog.LevelError, "an answer that was kept cannot be read", slog.String("cause", err.Error()))
		return unprotected()
	}
	return a
}

// renewing renews the lease until the returned function is called. If another invocation has taken the key over, it calls lose:
// what the two of them do would be done twice.
func (h *hold) renewing(ctx context.Context, lose context.CancelCauseFunc) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var renews sync.WaitGroup
	renews.Add(1)
	go func() {
		defer renews.Done()
		tick := time.NewTicker(h.lease / 3)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
			if err := h.renew(ctx); errors.Is(err, idempotency.ErrLost) {
				lose(err)
				return
			} else if err != nil && ctx.Err() == nil {
				h.log(slog.LevelWarn, "the hold of an invocation on its key could not be renewed", slog.String("cause", err.Error()))
			}
		}
	}()
	return func() {
		cancel()
		renews.Wait()
	}
}

func (h *hold) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, h.lease/3)
	defer cancel()
	return h.store.Renew(ctx, h.key, h.holder, h.lease)
}

// storedAnswer is the answer of an invocation as a store keeps it: what the caller got, and what the log says of it.
type storedAnswer struct {
	Status  int         `json:"status"`
	Media   string      `json:"media"`
	Header  http.Header `json:"header,omitempty"`
	Body    []byte      `json:"body"`
	Failure string      `json:"failure,omitempty"`
	Writes  nact.Writes `json:"writes,omitempty"`
}

func encodeAnswer(a *answer) ([]byte, error) {
	return json.Marshal(storedAnswer{a.status, a.media, a.header, a.body, a.ending.Failure, a.writes()})
}

// decodeAnswer returns the answer to a repeated invocation.
func decodeAnswer(stored []byte) (*answer, error) {
	var s storedAnswer
	if err := json.Unmarshal(stored, &s); err != nil {
		return nil, err
	}
	if s.Status < http.StatusOK || s.Status > 599 || s.Media == "" {
		return nil, fmt.Errorf("it has the status %d and the media type %q", s.Status, s.Media)
	}
	if s.Header == nil {
		s.Header = http.Header{}
	}
	s.Header[replayedField] = []string{"true"}
	a := &answer{status: s.Status, media: s.Media, header: s.Header, body: s.Body, ending: nact.Ending{Failure: s.Failure, Replayed: true}}
	if len(s.Writes) > 0 {
		a.ending.Changes = s.Writes
	}
	return a, nil
}
