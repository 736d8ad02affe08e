package server

import (
	"log/slog"
	"net"
	"sync"
	"time"
)

// connections is a listener that bounds what connections take. While as many are open as may be, further ones wait in the
// queue of the operating system.
type connections struct {
	net.Listener
	writeTimeout time.Duration // of one write
	places       chan struct{}
	closed       chan struct{}
	close        func() error
	logger       *slog.Logger
	warned       time.Time
}

func newConnections(l net.Listener, limit int, writeTimeout time.Duration, logger *slog.Logger) *connections {
	c := &connections{
		Listener: l, writeTimeout: writeTimeout, logger: logger,
		places: make(chan struct{}, limit), closed: make(chan struct{}),
	}
	c.close = sync.OnceValue(func() error {
		close(c.closed)
		return l.Close()
	})
	return c
}

// Accept waits for a place and then for a connection. It must not be called concurrently.
func (c *connections) Accept() (net.Conn, error) {
	select {
	case c.places <- struct{}{}:
	default:
		c.warn()
		select {
		case c.places <- struct{}{}:
		case <-c.closed:
			return nil, net.ErrClosed
		}
	}
	accepted, err := c.Listener.Accept()
	if err != nil {
		<-c.places
		return nil, err
	}
	leave := sync.OnceFunc(func() { <-c.places })
	return &connection{Conn: accepted, writeTimeout: c.writeTimeout, leave: leave}, nil
}

// warn says once a minute that all places are taken.
func (c *connections) warn() {
	if now := time.Now(); now.Sub(c.warned) >= time.Minute {
		c.warned = now
		c.logger.Warn("no further connection is accepted until one ends", "open", cap(c.places))
	}
}

func (c *connections) Close() error { return c.close() }

// connection is a connection whose client has a limited time to take what is written. The time begins with each write,
// however long it took to find out what to write.
type connection struct {
	net.Conn
	writeTimeout time.Duration
	leave        func()

	mu      sync.Mutex // one answer is written at a time, but what stands before a handler may end one that the handler still writes
	gathers bool
	waiting []byte      // what was written and not sent yet
	both    [2][]byte   // waiting and what is written behind it, while one system call sends them
	buffers net.Buffers // of both; fields, so that a write allocates nothing
}

// gathered is how much of an answer waits for the rest: as much as net/http collects before it writes.
const gathered = 4 << 10

// Gather lets the next small write wait for the one after it.
func (c *connection) Gather() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gathers = true
}

// Send writes what waits, and lets nothing wait any longer.
func (c *connection) Send() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gathers = false
	if len(c.waiting) == 0 {
		return nil
	}
	_, err := c.send(nil)
	return err
}

func (c *connection) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gathers && len(c.waiting) == 0 && len(b) <= gathered {
		c.waiting = append(c.waiting, b...)
		return len(b), nil
	}
	return c.send(b)
}

// send writes what waits and then b, and returns how much of b was written.
func (c *connection) send(b []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.writeTimeout)); err != nil {
		return 0, err
	}
	if len(c.waiting) == 0 {
		return c.Conn.Write(b)
	}
	c.both = [2][]byte{c.waiting, b}
	c.buffers = c.both[:]
	n, err := c.buffers.WriteTo(c.Conn)
	written := max(int(n)-len(c.waiting), 0)
	c.waiting, c.both = c.waiting[:0], [2][]byte{}
	return written, err
}

// CloseWrite lets net/http end an answer before it closes the connection, so that the client can read it.
func (c *connection) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

func (c *connection) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
