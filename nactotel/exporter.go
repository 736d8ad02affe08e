package nactotel

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/nactgen/nactgen/nact"
)

// exporter sends spans to a collector by OTLP over HTTP. Nobody but the log learns of what goes wrong.
type exporter struct {
	url     string
	header  http.Header
	zip     bool
	timeout time.Duration // of one attempt
	client  *http.Client
	losses  losses
	ending  chan struct{} // closed: no batch waits for another attempt any more

	room          int64        // for spans that wait, and those of a batch
	ended, handed atomic.Int64 // spans that are to be sent, and those that got here, or were found to be lost before
}

// What a batch waits for between attempts: doubled each time, up to the largest.
const (
	firstWait = time.Second
	maxWait   = 10 * time.Second
)

// ExportSpans sends a batch, as often as that may help, until ctx is done.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	e.handed.Add(int64(len(spans)))
	e.overflow(e.room)
	body := encode(spans)
	if e.zip {
		body = zipped(body)
	}
	for wait := firstWait; ; wait = min(2*wait, maxWait) {
		again, err := e.send(ctx, body)
		if err == nil {
			return nil
		}
		if again.never || !e.sleep(ctx, max(again.after, wait)) {
			e.losses.add(len(spans), err)
			return nil
		}
		e.losses.add(0, err)
	}
}

// overflow counts spans that have ended and were not handed on, beyond those that may still wait: the SDK drops them when it has no room.
func (e *exporter) overflow(waiting int64) {
	if lost := e.ended.Load() - e.handed.Load() - waiting; lost > 0 {
		e.handed.Add(lost)
		e.losses.add(int(lost), errQueue)
	}
}

var errQueue = errors.New("more spans end than are sent, and there is no room for them")

// counted is what hands spans on to an exporter, which it tells how many there are.
type counted struct {
	sdktrace.SpanProcessor
	exporter *exporter
}

// OnEnd implements [sdktrace.SpanProcessor].
func (c counted) OnEnd(s sdktrace.ReadOnlySpan) {
	if s.SpanContext().IsSampled() {
		c.exporter.ended.Add(1)
	}
	c.SpanProcessor.OnEnd(s)
}

// Shutdown implements [sdktrace.SpanExporter].
func (e *exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}

// sleep waits, and reports whether another attempt is to be made.
func (e *exporter) sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
	case <-e.ending:
	}
	return false
}

// retry says when a batch that was not taken may be sent again.
type retry struct {
	never bool
	after time.Duration // at least
}

// maxAnswer bounds what is read of an answer, in bytes.
const maxAnswer = 64 << 10

// send makes one attempt.
func (e *exporter) send(ctx context.Context, body []byte) (retry, error) {
	ctx, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		return retry{never: true}, err
	}
	request.Header = e.header.Clone()
	request.Header.Set("Content-Type", "application/x-protobuf")
	if e.zip {
		request.Header.Set("Content-Encoding", "gzip")
	}
	response, err := e.client.Do(request)
	if err != nil {
		return retry{}, withoutURL(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if status := response.StatusCode; status/100 != 2 {
		return afterStatus(response), fmt.Errorf("the collector answered %d", status)
	}
	if count, why := rejected(answer); err == nil && count > 0 {
		e.losses.add(int(count), errors.New("the collector has refused spans: "+nact.Printable(why, longestText)))
	}
	return retry{}, nil
}

// afterStatus says whether and when OTLP lets a batch be sent again.
func afterStatus(response *http.Response) retry {
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		seconds, _ := strconv.ParseUint(response.Header.Get("Retry-After"), 10, 16) // 0 if it says nothing, or a date
		return retry{after: time.Duration(seconds) * time.Second}
	}
	return retry{never: true}
}

// withoutURL returns why a request got no answer.
func withoutURL(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// noRedirect has a client follow no redirect: what is in the header is for the collector alone.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func zipped(body []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(body) // a Buffer has no errors
	w.Close()
	return b.Bytes()
}

// quiet is how long nothing further is said of losses after something was.
const quiet = time.Minute

// losses tells the log of spans that nobody gets, a line a minute at most.
type losses struct {
	logger *slog.Logger

	mu     sync.Mutex
	lost   int // since the last line
	why    error
	silent time.Time // until then
}

// add counts lost spans, or none if they may yet be taken.
func (l *losses) add(lost int, why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost, l.why = l.lost+lost, why
	if time.Now().After(l.silent) {
		l.say()
	}
}

// end says what was not said yet.
func (l *losses) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lost > 0 {
		l.say()
	}
}

func (l *losses) say() {
	l.logger.Warn("spans are not taken", "cause", nact.Printable(l.why.Error(), longestText), "lost", l.lost)
	l.lost, l.silent = 0, time.Now().Add(quiet)
}
