package main

import (
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// What the upstream does.
const (
	workers = 100 // calls at one time; others wait, without end
	usual   = 100 * time.Millisecond
	slow    = 10 * usual
)

// slowUpstream answers calls, each of which takes a worker for a time. Like most servers it does not notice that a caller has left: it works for it
// all the same.
type slowUpstream struct {
	workers chan struct{}
	takes   atomic.Int64 // a [time.Duration]
}

func newSlowUpstream(workers int, takes time.Duration) *slowUpstream {
	u := &slowUpstream{workers: make(chan struct{}, workers)}
	u.takes.Store(int64(takes))
	return u
}

func (u *slowUpstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPut { // by whoever measures
		text, _ := io.ReadAll(r.Body)
		takes, err := time.ParseDuration(string(text))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		u.takes.Store(int64(takes))
		return
	}
	u.workers <- struct{}{}
	time.Sleep(time.Duration(u.takes.Load()))
	<-u.workers
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"text":"well"}`)
}
