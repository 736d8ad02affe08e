// Package redistest starts Redis servers for tests. It is for tests alone.
package redistest

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/redis/go-redis/v9"
)

// Server is a Redis server of its own process, which ends with the test. It may be used by several goroutines at the same time.
type Server struct {
	Addr string // host and port, the same after a restart

	t       testing.TB
	program string
	dir     string
	durable bool // what it holds is there again after a restart

	mu      sync.Mutex
	process *exec.Cmd // nil: it is stopped
}

// Start starts a server, or skips the test where there is no redis-server. Whatever it holds is gone when it stops.
func Start(t testing.TB) *Server {
	t.Helper()
	return start(t, false)
}

// StartDurable is [Start] for a server that writes everything to disk before it answers: after a restart it holds what it held.
func StartDurable(t testing.TB) *Server {
	t.Helper()
	return start(t, true)
}

func start(t testing.TB, durable bool) *Server {
	t.Helper()
	program := testmode.Program(t, "redis-server", "Debian's package redis-server")
	listener, err := net.Listen("tcp", ownHost()+":0") // for a port that nobody has
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Addr: listener.Addr().String(), t: t, program: program, dir: t.TempDir(), durable: durable}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	s.Restart()
	return s
}

// URL returns the address as a URL.
func (s *Server) URL() string { return "redis://" + s.Addr + "/0" }

// Client returns a client, which is closed with the test.
func (s *Server) Client() *redis.Client {
	client := redis.NewClient(&redis.Options{Addr: s.Addr, ContextTimeoutEnabled: true, DialTimeout: time.Second, ReadTimeout: time.Second})
	s.t.Cleanup(func() { client.Close() })
	return client
}

// Restart starts the server again, and waits for it.
func (s *Server) Restart() {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop()
	host, port, err := net.SplitHostPort(s.Addr)
	if err != nil {
		s.t.Fatal(err)
	}
	process := exec.Command(s.program, "--bind", host, "--port", port, "--dir", s.dir, "--save", "", "--appendfsync", "always", "--appendonly", yesOrNo(s.durable), "--loglevel", "warning")
	if err := process.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.process = process
	client := redis.NewClient(&redis.Options{Addr: s.Addr})
	defer client.Close()
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if err := client.Ping(context.Background()).Err(); err == nil {
			return
		} else if time.Since(begun) > 20*time.Second {
			s.t.Fatalf("redis-server at %s does not answer: %v", s.Addr, err)
		}
	}
}

func yesOrNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// Stop kills the server.
func (s *Server) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop()
}

func (s *Server) stop() {
	if s.process != nil {
		s.signal(syscall.SIGKILL)
		s.process.Wait() // its error is that it was killed
		s.process = nil
	}
}

// Freeze has the server answer nothing until Thaw is called. Its connections stay.
func (s *Server) Freeze() { s.send(syscall.SIGSTOP) }

// Thaw lets a server go on after Freeze.
func (s *Server) Thaw() { s.send(syscall.SIGCONT) }

func (s *Server) send(signal syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.signal(signal)
}

func (s *Server) signal(signal syscall.Signal) {
	if err := s.process.Process.Signal(signal); err != nil {
		s.t.Errorf("redis-server: %v", err)
	}
}

// servers counts those of this process.
var servers atomic.Uint32

// ownHost returns an address of this machine for one server alone. While the server is down nobody else can get its port: on an address
// that all share, the service would find the server of another test there.
func ownHost() string {
	if runtime.GOOS != "linux" { // which has all of 127.0.0.0/8
		return "127.0.0.1"
	}
	n := servers.Add(1)
	return fmt.Sprintf("127.%d.%d.%d", 64+os.Getpid()%128, n/250%250, n%250+1)
}
