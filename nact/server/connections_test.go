package server

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// serving serves handler on a listener with the limits, and returns its address.
func serving(t *testing.T, limit int, writeTimeout time.Duration, handler http.HandlerFunc) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: handler}
	go server.Serve(newConnections(listener, limit, writeTimeout, slog.New(slog.DiscardHandler)))
	t.Cleanup(func() { server.Close() })
	return listener.Addr().String()
}

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	return connection
}

// A client that does not read what it asked for loses its connection.
func TestClientThatDoesNotRead(t *testing.T) {
	ended := make(chan error, 1)
	addr := serving(t, 10, 50*time.Millisecond, func(w http.ResponseWriter, _ *http.Request) {
		_, err := w.Write(make([]byte, 64<<20)) // more than all buffers on the way hold
		ended <- err
	})
	io.WriteString(dial(t, addr), "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	var timeout net.Error
	if err := <-ended; !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Errorf("the answer ended with %v", err)
	}
}

// The time to write begins with the answer: a tool may take longer, and so may several answers on one connection.
func TestSlowToolsAreNotCutOff(t *testing.T) {
	const writeTimeout = 50 * time.Millisecond
	addr := serving(t, 10, writeTimeout, func(w http.ResponseWriter, _ *http.Request) {
		for range 2 {
			time.Sleep(2 * writeTimeout)
			io.WriteString(w, "x")
			http.NewResponseController(w).Flush()
		}
	})
	for range 2 {
		answer, err := http.Get("http://" + addr)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(answer.Body); err != nil || string(body) != "xx" {
			t.Errorf("got %q, %v", body, err)
		}
		answer.Body.Close()
	}
}

// A connection beyond the limit is served when another one ends.
func TestConnectionLimit(t *testing.T) {
	addr := serving(t, 2, time.Minute, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.URL.Path) })
	ask := func(connection net.Conn, path string) {
		io.WriteString(connection, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n")
	}
	reads := func(connection net.Conn, path string) {
		t.Helper()
		got, buffer := "", make([]byte, 1024)
		for !strings.HasSuffix(got, path) {
			n, err := connection.Read(buffer)
			if got += string(buffer[:n]); err != nil {
				t.Fatalf("got %q, %v", got, err)
			}
		}
	}
	first, second := dial(t, addr), dial(t, addr)
	for _, connection := range []net.Conn{first, second} {
		ask(connection, "/a")
		reads(connection, "/a")
	}
	third := dial(t, addr)
	ask(third, "/c")
	third.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if n, err := third.Read(make([]byte, 1)); n > 0 || err == nil {
		t.Error("a connection beyond the limit was served")
	}
	third.SetReadDeadline(time.Time{})
	ask(first, "/b")
	reads(first, "/b")
	second.Close()
	reads(third, "/c")
}

// A listener that waits for a place can be closed.
func TestCloseWhileWaiting(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	c := newConnections(listener, 1, time.Minute, slog.New(slog.NewJSONHandler(&log, nil)))
	dial(t, listener.Addr().String())
	accepted, err := c.Accept()
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		_, err := c.Accept()
		ended <- err
	}()
	c.Close()
	if err := <-ended; !errors.Is(err, net.ErrClosed) {
		t.Errorf("got %v", err)
	}
	if !strings.Contains(log.String(), "no further connection is accepted") {
		t.Errorf("the log is %q", &log)
	}
	accepted.Close()
	accepted.Close() // gives back one place, not two
	if len(c.places) > 0 {
		t.Errorf("%d places are taken", len(c.places))
	}
}
