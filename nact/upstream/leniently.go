package upstream

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/nactgen/nactgen/nact"
)

// DoLeniently is [Client.Do] for a call that changes something, whose answer can do without every member: v is what decode has read. Where
// the status says that the call was carried out, and the body cannot be read, v is its zero value, the log says why, and there is no
// error: an error would hide what was done. A POST that is answered with 200 may have been a question, so that its body counts. With [Options.Insists]
// it is an error all the same: whoever asks for that decides what comes of it.
func DoLeniently[T any](ctx context.Context, c *Client, call *Call, v *T, decode func(*T, *Decoder)) (Answer, error) {
	answer, err := c.Do(ctx, call, func(d *Decoder) { decode(v, d) })
	if err == nil || call.Insists || !carriedOut(call.Method, answer.Status) || errors.Is(err, context.Canceled) {
		return answer, err
	}
	*v = *new(T)
	attrs := append(nact.AppendRequest(ctx, nil),
		slog.String("operation", call.Operation), slog.Int64("status", answer.Status), slog.String("error", err.Error()))
	c.log.LogAttrs(ctx, slog.LevelWarn, "the call was carried out, and what the upstream says of it cannot be read", attrs...)
	return answer, nil
}

// carriedOut reports whether a status says that a request with that method has changed something.
func carriedOut(method string, status int64) bool {
	return status/100 == 2 && !safe(method) && (method != http.MethodPost || status != http.StatusOK)
}
