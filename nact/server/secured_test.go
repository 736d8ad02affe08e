package server

import (
	"crypto/tls"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestRequestsOfOneConnection: the requests that a connection of HTTP/2 has at one time count as connections of HTTP/1.1 do, and health checks do not.
func TestRequestsOfOneConnection(t *testing.T) {
	begun, end := make(chan bool), make(chan bool)
	e := runEncrypted(t, &Certificates{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/long" {
			begun <- true
			<-end
		}
		who(w, r)
	}, "--max-connections=2")
	client := e.client(t, nil, nil)
	e.ask(t, client, "/tools") // so that there is a connection for all
	var all sync.WaitGroup
	for range 2 {
		all.Add(1)
		go func() {
			defer all.Done()
			if got := e.ask(t, client, "/long"); got.text != "HTTP/2.0" {
				t.Errorf("one that was begun: %+v", got)
			}
		}()
		<-begun
	}
	if got := e.ask(t, client, "/tools"); got.status != http.StatusServiceUnavailable || !got.reused || !strings.Contains(got.text, "as many requests as it may") {
		t.Errorf("one too many: %+v", got)
	}
	if got := e.ask(t, client, "/healthz"); got.status != http.StatusOK {
		t.Errorf("a health check: %+v", got)
	}
	close(end)
	all.Wait()
	if got := e.ask(t, client, "/tools"); got.status != http.StatusOK {
		t.Errorf("after them: %+v", got)
	}
}

// TestStreamIsTaken: a client of HTTP/2 that does not take an answer loses it after its time, and one that takes it piece by piece, with longer pauses, does not.
func TestStreamIsTaken(t *testing.T) {
	const limit = 50 * time.Millisecond
	written := make(chan error, 1)
	next := make(chan bool)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s := &stream{ResponseWriter: w, control: http.NewResponseController(w), limit: limit}
		if r.URL.Path == "/pieces" {
			for range 3 {
				io.WriteString(s, "piece ")
				http.NewResponseController(s).Flush()
				<-next
			}
			return
		}
		var err error
		for err == nil { // until the window of the client is full
			_, err = s.Write(make([]byte, 64<<10))
		}
		written <- err
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	server.Client().Transport.(*http.Transport).TLSClientConfig.MinVersion = tls.VersionTLS13
	answer, err := server.Client().Get(server.URL + "/all")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	<-written // with an error; without a limit this would wait for ever
	pieces, err := server.Client().Get(server.URL + "/pieces")
	if err != nil {
		t.Fatal(err)
	}
	defer pieces.Body.Close()
	pause := time.NewTicker(2 * limit) // of the tool
	defer pause.Stop()
	for range 3 {
		<-pause.C
		next <- true
	}
	if text, err := io.ReadAll(pieces.Body); err != nil || string(text) != "piece piece piece " {
		t.Errorf("got %q, %v", text, err)
	}
}
