package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

func TestUpstream(t *testing.T) {
	server := httptest.NewServer(newSlowUpstream(1, time.Hour))
	defer server.Close()
	if err := slowDown(server.URL, time.Nanosecond); err != nil {
		t.Fatal(err)
	}
	hand := httptest.NewServer(&byHand{server.URL, server.Client()})
	defer hand.Close()
	if status := newCrowd(hand.URL, "").status(t.Context()); status != http.StatusOK {
		t.Errorf("status %d", status)
	}
}

func TestCrowd(t *testing.T) {
	var calls atomic.Int64
	answered := make(chan struct{}, 100)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		switch calls.Add(1) {
		case 1:
			w.WriteHeader(http.StatusServiceUnavailable)
		case 2:
			w.WriteHeader(http.StatusBadGateway)
		}
		select {
		case answered <- struct{}{}:
		default:
		}
	}))
	defer server.Close()
	crowd := newCrowd(server.URL, "ask")
	for range 3 {
		crowd.call(t.Context())
	}
	if was := crowd.turn(); len(was.good) != 1 || was.refused != 1 || was.failed != 1 {
		t.Errorf("%+v", was)
	}
	ctx, cancel := context.WithCancel(t.Context())
	crowd.begin(ctx, 2)
	for range 10 {
		<-answered
	}
	cancel()
	crowd.wait()
	if was := crowd.turn(); len(was.good) < 3 || crowd.waiting.Load() != 0 {
		t.Errorf("%d answered, %d wait", len(was.good), crowd.waiting.Load())
	}
}

func TestPercentile(t *testing.T) {
	var durations []time.Duration
	for n := 200; n > 0; n-- {
		durations = append(durations, time.Duration(n))
	}
	if p := percentile(durations, 99); p != 198 {
		t.Errorf("got %d, want 198", p)
	}
	if p := percentile(durations[:1], 99); p != 1 || percentile(nil, 99) != 0 {
		t.Errorf("got %d", p)
	}
}
