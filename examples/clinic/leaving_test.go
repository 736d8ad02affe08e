package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestCallerLeaves: the executor closes its connection while a request to an upstream is under way. With a key it calls again at
// once, and without one never.
func TestCallerLeaves(t *testing.T) {
	at := points()
	lines := newTable("caller", len(at), "the caller leaves", "without a key the upstreams hold", "with a key, the same call again", "in the end they hold")
	each(t, at, point.String, func(t *testing.T, i int, at point) {
		lines.add(i, at.String(), append([]string{leave(t, at)}, leaveAndRepeat(t, at)...)...)
	})
	lines.check(t)
}

// leave has a caller without a key leave, and returns what the upstreams hold when the service has ended the call.
func leave(t *testing.T, at point) string {
	t.Helper()
	emulator, service := emulated(t)
	stopped := stopAt(t, emulator, at)
	watched := watch(t, service)
	watched.abandon(t, "", stopped)
	stopped.goOn <- true
	<-watched.ended
	s := emulator.State()
	checkOneStands(t, reply{}, s)
	return holding(s)
}

// leaveAndRepeat has a caller with a key leave and call again, and returns what it gets, and what the upstreams hold.
func leaveAndRepeat(t *testing.T, at point) []string {
	t.Helper()
	emulator, service := emulated(t)
	stopped := stopAt(t, emulator, at)
	watched := watch(t, service)
	watched.abandon(t, "k", stopped)
	emulator.Heal()
	stopped.goOn <- true
	return repeat(t, emulator, executor{watched.url, "k"}, reply{}, ofTheLast)
}

// watchedService is a service that tells of its first call.
type watchedService struct {
	url   string
	left  chan struct{} // it knows that the caller has left
	ended chan struct{}
}

// watch serves a service.
func watch(t *testing.T, service http.Handler) *watchedService {
	t.Helper()
	s := &watchedService{left: make(chan struct{}), ended: make(chan struct{})}
	first := make(chan struct{}, 1)
	first <- struct{}{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-first:
			defer close(s.ended)
			context.AfterFunc(r.Context(), func() { close(s.left) })
		default:
		}
		service.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// abandon calls, and leaves when the call has come to a point.
func (s *watchedService) abandon(t *testing.T, key string, at *stop) {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	answered := make(chan error, 1)
	go func() {
		_, err := executor{s.url, key}.call(ctx)
		answered <- err
	}()
	<-at.reached
	leave()
	<-s.left
	if <-answered == nil {
		t.Error("the call was answered")
	}
}
