package otlp

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// Exporter sends messages to a collector by OTLP over HTTP. Nobody but the log learns of what goes wrong. It is safe for concurrent use.
type Exporter struct {
	url     string
	header  http.Header
	zip     bool
	timeout time.Duration // of one attempt
	client  *http.Client
	losses  losses
	ending  chan struct{} // closed: no message waits for another attempt any more
}

// What a message waits for between attempts: doubled each time, up to the largest.
const (
	firstWait = time.Second
	maxWait   = 10 * time.Second
)

// Send sends a message of so many items, as often as that may help, until ctx is done.
func (e *Exporter) Send(ctx context.Context, message Message, items int) {
	body := []byte(message)
	if e.zip {
		body = zipped(body)
	}
	for wait := firstWait; ; wait = min(2*wait, maxWait) {
		again, err := e.send(ctx, body)
		if err == nil {
			return
		}
		if again.never || !e.sleep(ctx, max(again.after, wait)) {
			e.losses.add(items, err)
			return
		}
		e.losses.add(0, err)
	}
}

// Lost has the log say of items that nobody gets, and why; of none, that something is wrong.
func (e *Exporter) Lost(items int, why error) { e.losses.add(items, why) }

// Hurry has no message wait for another attempt any more, since the program ends. It is called once.
func (e *Exporter) Hurry() { close(e.ending) }

// Close has the log say what it has not said yet. Nothing is sent any more.
func (e *Exporter) Close() {
	e.client.CloseIdleConnections()
	e.losses.end()
}

// sleep waits, and reports whether another attempt is to be made.
func (e *Exporter) sleep(ctx context.Context, wait time.Duration) bool {
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

// retry says when a message that was not taken may be sent again.
type retry struct {
	never bool
	after time.Duration // at least
}

// maxAnswer bounds what is read of an answer, in bytes.
const maxAnswer = 64 << 10

// send makes one attempt.
func (e *Exporter) send(ctx context.Context, body []byte) (retry, error) {
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
		e.losses.add(int(count), fmt.Errorf("the collector has refused %s: %s", e.losses.items, nact.Printable(why, longestText)))
	}
	return retry{}, nil
}

// afterStatus says whether and when OTLP lets a message be sent again.
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
