package endpoint

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/idempotency"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/problem"
)

// IdempotencyConfig says how the field Idempotency-Key is honoured. Only Store is required.
type IdempotencyConfig struct {
	// Store keeps the answers. Instances of a service that share their callers share it.
	Store idempotency.Store

	// Caller tells callers apart, whose keys have nothing to do with each other. What it returns is hashed. Nil: by the ID of [nact.CallerOf]; where
	// nobody proves who calls, by the field Authorization as it stands, so that a caller has its keys for as long as its credentials.
	Caller func(*http.Request) string

	// Lease is how long an invocation whose process has died keeps others from running it again. 0: 10 s.
	Lease time.Duration

	// Wait is how long an invocation waits at most for another one with its key to end. 0: 30 s.
	Wait time.Duration
}

// NewIdempotency returns what honours Idempotency-Key. It may be used by several handlers.
func NewIdempotency(c IdempotencyConfig) Idempotency {
	c.Lease = cmp.Or(c.Lease, 10*time.Second)
	c.Wait = cmp.Or(c.Wait, 30*time.Second)
	if c.Caller == nil {
		c.Caller = authorization
	}
	return &keys{c}
}

// authorization returns who sends a request, if that was proved, or else its credentials.
func authorization(r *http.Request) string {
	if caller := nact.CallerOf(r.Context()); caller != nil {
		return "caller " + caller.ID
	}
	return fmt.Sprintf("%q", r.Header["Authorization"])
}

// keys honours Idempotency-Key.
type keys struct{ config IdempotencyConfig }

// Times of work with a store, which may try again meanwhile.
const (
	claimTimeout = 2 * time.Second       // the call has not begun: it is soon sent again
	storeTimeout = 5 * time.Second       // what it came to would be lost
	firstPause   = 20 * time.Millisecond // between two looks at an entry that is running; the pauses grow
	longestPause = 500 * time.Millisecond
)

// invoke runs an invocation, or answers it as the first one with its key was answered. While it waits for that, it takes no place of another
// one.
func (k *keys) invoke(h *Handler, r *http.Request, c checkedCall) *answer {
	key, refused := idempotencyKey(r.Header)
	if refused != nil {
		return refused
	}
	held := &hold{store: k.config.Store, lease: k.config.Lease, key: k.entryKey(r, c.contract, key), holder: rand.Text(), log: h.keyLogger(r.Context(), c.contract)}
	entry, err := k.await(r.Context(), held, c)
	if err != nil {
		held.log(slog.LevelError, "an invocation with a key is refused: the store of keys cannot be used", slog.String("cause", err.Error()))
		return unprotected()
	}
	switch entry.State {
	case idempotency.Ended:
		return held.replay(entry.Answer)
	case idempotency.Foreign:
		return reused()
	case idempotency.Running:
		return stillRunning()
	}
	if invocation.Gone(r.Context()) {
		held.release(r.Context())
		return stillRunning()
	}
	if entry.TakenOver {
		held.log(slog.LevelWarn, "an invocation is run again: whoever ran it is gone")
	}
	ran := false
	a := h.admitted(r.Context(), func() *answer {
		ran = true
		return k.run(h, r, c, held, entry.Notes)
	})
	if !ran {
		held.release(r.Context())
	}
	return a
}

// entryKey returns the key of the store for a key of a caller. It tells neither.
func (k *keys) entryKey(r *http.Request, contract *nact.Contract, key string) string {
	sum := sha256.New()
	for _, part := range []string{contract.Signature().ToolID, k.config.Caller(r), key} {
		fmt.Fprintf(sum, "%d %s ", len(part), part)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// await claims the key. While another invocation runs under it, it waits for the end of that, as long as the caller waits. It returns
// the entry as it last was.
func (k *keys) await(ctx context.Context, held *hold, c checkedCall) (idempotency.Entry, error) {
	until := time.Now().Add(k.config.Wait)
	if !c.deadline.IsZero() && c.deadline.Before(until) {
		until = c.deadline
	}
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	claim := idempotency.Claim{Fingerprint: c.contract.Fingerprint(c.args), Holder: held.holder, Lease: held.lease}
	for pause := firstPause; ; pause = min(pause*3/2, longestPause) {
		entry, err := held.claim(ctx, claim)
		if err != nil || entry.State != idempotency.Running {
			return entry, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return entry, nil
		}
	}
}

// run runs an invocation to its end, whether its caller stays or leaves: its answer is kept for the next one with its key.
func (k *keys) run(h *Handler, r *http.Request, c checkedCall, held *hold, notes []byte) *answer {
	ctx, lose := context.WithCancelCause(context.WithoutCancel(r.Context()))
	defer lose(nil)
	defer context.AfterFunc(r.Context(), func() {
		if cause := context.Cause(r.Context()); errors.Is(cause, invocation.ErrCutOff) {
			lose(cause)
		}
	})()
	key, err := nact.NewIdempotency(held.key, notes, held.note)
	if err != nil {
		held.log(slog.LevelError, "what was noted of an invocation cannot be read", slog.String("cause", err.Error()))
		return unprotected()
	}
	stop := held.renewing(ctx, lose)
	a := cutOff(key.CutOff())
	if a == nil {
		a = h.run(key.Watch(ctx), c)
	}
	stop()
	if !final(a) {
		held.leave(ctx, key)
		return a
	}
	if err := held.end(ctx, a); err != nil {
		held.log(slog.LevelError, "the answer of an invocation could not be kept", slog.String("cause", err.Error()), invocation.LogChanges(a.ending.Changes))
		a.unkept()
	} else if invocation.Gone(r.Context()) {
		held.log(slog.LevelInfo, "the answer of an invocation is kept for its caller, who has left")
	}
	return a
}

// final reports whether later invocations with the same key get this answer. Otherwise they run again: this one has failed, and all that
// it wrote was taken back or can be repeated. So do those behind a declared failure that has kept a write: they go on from it.
func final(a *answer) bool {
	writes := a.writes()
	return a.status == http.StatusOK && !writes.Kept() || !writes.Repeatable()
}

// writes returns what the invocation wrote.
func (a *answer) writes() nact.Writes {
	writes, _ := a.ending.Changes.(nact.Writes)
	return writes
}

// keyLogger returns a function that logs what becomes of an invocation with a key. The key is not in it.
func (h *Handler) keyLogger(ctx context.Context, contract *nact.Contract) func(level slog.Level, message string, attrs ...slog.Attr) {
	return func(level slog.Level, message string, attrs ...slog.Attr) {
		signature := contract.Signature()
		all := append(nact.AppendRequest(ctx, nil), slog.String("tool", signature.Name), slog.Int("version", signature.Version))
		h.config.Logger.LogAttrs(ctx, level, message, append(all, attrs...)...)
	}
}

// maxKey is how long a key may be, in characters.
const maxKey = 255

// idempotencyKey returns the key that a caller gave, by draft-ietf-httpapi-idempotency-key-header: a string of structured fields
// (RFC 9651). Most clients leave the quotes out, and are understood too. Or it returns the answer that refuses what was given.
func idempotencyKey(header http.Header) (string, *answer) {
	fields := header[keyField]
	if len(fields) > 1 {
		return "", refusedKey("Idempotency-Key is given more than once.")
	}
	field := strings.Trim(fields[0], " \t")
	key, ok := field, isBareKey(field)
	if strings.HasPrefix(field, `"`) {
		key, ok = unquoteKey(field)
	}
	if !ok || key == "" || len(key) > maxKey {
		return "", refusedKey(`Idempotency-Key must be a string of 1 to 255 printable ASCII characters, such as "8e03978e-40d5-43e8-bc93-6894a57f9324".`)
	}
	return key, nil
}

func refusedKey(message string) *answer {
	return refusal(problemKey, "The Idempotency-Key cannot be used", []nact.Violation{{Rule: ruleKey, Message: message}})
}

// isBareKey reports whether a field without quotes is a key. One with a comma may be two fields that a proxy has joined.
func isBareKey(field string) bool {
	return !strings.ContainsFunc(field, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`",;\`, r) })
}

// unquoteKey returns the content of a string of structured fields, in which \ stands before " and \ and nothing else.
func unquoteKey(field string) (key string, ok bool) {
	var b strings.Builder
	for i := 1; i < len(field); i++ {
		switch c := field[i]; {
		case c == '"':
			return b.String(), i == len(field)-1
		case c == '\\':
			if i++; i == len(field) || field[i] != '"' && field[i] != '\\' {
				return "", false
			}
			b.WriteByte(field[i])
		case c < ' ' || c > '~':
			return "", false
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

// reused is the answer to an invocation whose key is that of another one.
func reused() *answer {
	const detail = "The Idempotency-Key was given to another call of this tool, or to one of another version. Give each call a key of its own."
	return problemAnswer(problemReused, "The Idempotency-Key is that of another call", http.StatusUnprocessableEntity, detail)
}

// stillRunning is the answer to an invocation that could not wait longer for the first one with its key.
func stillRunning() *answer {
	const detail = "A call with this Idempotency-Key is still running. Send it again later for its answer."
	return problemAnswer(problemRunning, "The call is still running", http.StatusConflict, detail).retryAfter("2")
}

// unprotected is the answer to an invocation that was not begun, since nothing would keep it from being run twice.
func unprotected() *answer {
	const detail = "The service cannot tell whether a call with this Idempotency-Key was made before. This one was not begun: send it again later."
	return problemAnswer(problemNoStore, titleNoStore, http.StatusServiceUnavailable, detail).retryAfter("2")
}

// cutOff is the answer to an invocation that must not run again, since an earlier run was cut off that had made writes. Without writes
// it is nil.
func cutOff(writes nact.Writes) *answer {
	if writes == nil {
		return nil
	}
	return faultAnswer(&nact.Fault{Detail: "the service stopped in the middle of this call, and what became of its writes is not known"}, writes, nil)
}

// unkept adds to the problem document of an invocation that failed that later ones with its key do not get it.
func (a *answer) unkept() {
	if a.media == problem.Media {
		a.body = append(a.body[:len(a.body)-1], `,"kept":false}`...)
	}
}
