package otlp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// responder is a collector without a network.
type responder func(n int) (*http.Response, error)

type requests struct {
	respond responder
	n       atomic.Int64
}

func (r *requests) RoundTrip(*http.Request) (*http.Response, error) {
	return r.respond(int(r.n.Add(1)))
}

// sent returns how many there were.
func (r *requests) sent() int { return int(r.n.Load()) }

func answered(status int, body string, fields ...string) (*http.Response, error) {
	header := http.Header{}
	for i := 0; i < len(fields); i += 2 {
		header.Set(fields[i], fields[i+1])
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// newExporter returns an exporter whose collector responds.
func newExporter(respond responder, log *bytes.Buffer) (*Exporter, *requests) {
	sent := &requests{respond: respond}
	return &Exporter{
		url: "http://collector/v1/traces", header: http.Header{}, timeout: 10 * time.Second, client: &http.Client{Transport: sent, CheckRedirect: noRedirect},
		losses: losses{logger: slog.New(slog.NewTextHandler(log, nil)), items: "spans"}, ending: make(chan struct{}),
	}, sent
}

// send has a message of n items sent, for half a minute at most.
func send(t *testing.T, e *Exporter, n int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	e.Send(ctx, Message("a"), n)
}

// What the collector does decides how often a batch is sent, what is lost, and what is said of that.
func TestResponses(t *testing.T) {
	tests := map[string]struct {
		respond responder
		sent    int
		took    time.Duration // at least
		log     string        // a part of the only line; empty: there is none
	}{
		"taken":            {func(int) (*http.Response, error) { return answered(200, "") }, 1, 0, ""},
		"refused for good": {func(int) (*http.Response, error) { return answered(400, "") }, 1, 0, `cause="the collector answered 400" lost=3`},
		"sent elsewhere":   {func(int) (*http.Response, error) { return answered(302, "", "Location", "http://other") }, 1, 0, `cause="the collector answered 302" lost=3`},
		"partly refused":   {func(int) (*http.Response, error) { return answered(200, "\x0a\x07\x08\x02\x12\x03why") }, 1, 0, `cause="the collector has refused spans: why" lost=2`},
		"busy, then taken": {func(n int) (*http.Response, error) { return answered(map[int]int{1: 503, 2: 200}[n], "") }, 2, firstWait, `cause="the collector answered 503" lost=0`},
		"asked to wait": {func(n int) (*http.Response, error) {
			return answered(map[int]int{1: 429, 2: 200}[n], "", "Retry-After", "7")
		}, 2, 7 * time.Second, `answered 429" lost=0`},
		"away, then there":  {func(n int) (*http.Response, error) { return answeredOr(n > 2) }, 3, 3 * time.Second, `cause="no route" lost=0`},
		"away for all time": {func(int) (*http.Response, error) { return nil, errors.New("no route") }, 6, 25 * time.Second, `cause="no route" lost=0`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log bytes.Buffer
				e, sent := newExporter(tt.respond, &log)
				begun := time.Now()
				send(t, e, 3)
				if took := time.Since(begun); sent.sent() != tt.sent || took < tt.took {
					t.Errorf("it was sent %d times in %s, want %d in %s", sent.sent(), took, tt.sent, tt.took)
				}
				if lines := strings.Count(log.String(), "\n"); !strings.Contains(log.String(), tt.log) || lines > 1 || tt.log == "" && lines > 0 {
					t.Errorf("the log has %s", &log)
				}
			})
		})
	}
}

func answeredOr(there bool) (*http.Response, error) {
	if there {
		return answered(200, "")
	}
	return nil, errors.New("no route")
}

// A collector that is away for an hour is said once a minute at most, and each item that is lost is counted once.
func TestAwayForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		e, sent := newExporter(func(int) (*http.Response, error) { return nil, errors.New("no route") }, &log)
		ended := 0
		for begun := time.Now(); time.Since(begun) < time.Hour; ended += 1000 {
			send(t, e, 1000)
		}
		e.Hurry()
		before := sent.sent()
		send(t, e, 1000) // tries once, since the program ends
		ended += 1000
		e.Close()
		lost := 0
		for line := range strings.Lines(log.String()) {
			_, count, _ := strings.Cut(strings.TrimSpace(line), "lost=")
			n, _ := strconv.Atoi(count)
			lost += n
		}
		if lines := strings.Count(log.String(), "\n"); lines > 62 || lost != ended || sent.sent() != before+1 {
			t.Errorf("%d lines say that %d of %d items are lost; %d requests at the end", lines, lost, ended, sent.sent()-before)
		}
	})
}

// FuzzRejected: no answer of a collector breaks the program.
func FuzzRejected(f *testing.F) {
	f.Add([]byte("\x0a\x07\x08\x02\x12\x03why"))
	f.Add([]byte("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x08"))
	f.Fuzz(func(t *testing.T, answer []byte) {
		if count, why := rejected(answer); (count != 0 || why != "") && len(answer) < 4 {
			t.Errorf("%q refuses %d: %q", answer, count, why)
		}
	})
}
