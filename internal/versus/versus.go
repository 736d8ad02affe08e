//go:build unix

// Package versus measures a server against a reference, for benchmarks alone. Both answer the same number of requests over the same
// kind of connections, in turns, so that what else the machine does meets both; and what counts is CPU time, of the
// whole process, and not the time that passed. The client is in that time: it is the same for both and does little.
package versus

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Contestant is a server and what it is asked. Each answer must have as many bytes as the first.
type Contestant struct {
	Addr    string // HOST:PORT
	Request string // as it is on the wire
}

// Get returns a contestant that is asked for a path with header fields, each with its line end.
func Get(addr, path, fields string) Contestant {
	return Contestant{Addr: addr, Request: "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n"}
}

// Post returns a contestant that is sent JSON, with further header fields, each with its line end.
func Post(addr, path, fields, body string) Contestant {
	const form = "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n%s"
	return Contestant{Addr: addr, Request: fmt.Sprintf(form, path, len(body), fields, body)}
}

// Run measures ours against a reference as [Turns] does. An iteration is a request over one of several connections.
func Run(b *testing.B, ours, reference Contestant) {
	b.Helper()
	o, r := Connect(b, ours, Callers), Connect(b, reference, Callers)
	Turns(b, Callers, o.Ask, r.Ask)
	for _, err := range []error{o.Err(), r.Err()} {
		if err != nil {
			b.Fatal(err)
		}
	}
}

// Turns measures ours against a reference: functions that do something n times each, where each is how many goroutines do so. It
// reports the CPU time of one time in cpu-ns/op, and as ratio the CPU time of the reference divided by that: above 1, ours is
// cheaper.
func Turns(b *testing.B, each int, ours, reference func(n int)) {
	b.Helper()
	const turn = 64
	ours(1) // warms up
	reference(1)
	var oursTook, referenceTook time.Duration
	for left := b.N; left > 0; left -= turn {
		n := min(left, turn)
		oursTook += measured(ours, n)
		referenceTook += measured(reference, n)
	}
	b.ReportMetric(float64(oursTook)/float64(b.N*each), "cpu-ns/op")
	b.ReportMetric(float64(referenceTook)/float64(max(oursTook, 1)), "ratio")
	b.ReportMetric(0, "ns/op") // of both together, which says nothing
}

// measured returns the CPU time of the process while do is done n times.
func measured(do func(n int), n int) time.Duration {
	before := CPUTime()
	do(n)
	return CPUTime() - before
}

// Callers is how many goroutines do something at the same time.
const Callers = 16

// Together calls do n times in each of [Callers] goroutines.
func Together(n int, do func(caller int)) { together(Callers, n, do) }

func together(callers, n int, do func(caller int)) {
	var all sync.WaitGroup
	for caller := range callers {
		all.Go(func() {
			for range n {
				do(caller)
			}
		})
	}
	all.Wait()
}

// Connections are those to one server, over which the same request is sent again and again.
type Connections []*connection

type connection struct {
	net.Conn
	request []byte
	answer  []byte
	err     error
}

// Connect opens connections that are closed when the test ends, and sends the request once over each.
func Connect(tb testing.TB, c Contestant, callers int) Connections {
	tb.Helper()
	var all Connections
	for range callers {
		opened, err := net.Dial("tcp", c.Addr)
		if err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(func() { opened.Close() })
		size, err := first(opened, c.Request)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, &connection{Conn: opened, request: []byte(c.Request), answer: make([]byte, size)})
	}
	return all
}

// first sends the first request and returns the size of its answer, from its first byte to its last.
func first(c net.Conn, request string) (size int64, err error) {
	if _, err := io.WriteString(c, request); err != nil {
		return 0, err
	}
	counted := &counter{next: c}
	reader := bufio.NewReaderSize(counted, 1)
	answer, err := http.ReadResponse(reader, nil)
	if err != nil {
		return 0, err
	}
	if answer.StatusCode >= http.StatusBadRequest {
		return 0, fmt.Errorf("%s answered %s", request, answer.Status)
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return counted.n - int64(reader.Buffered()), err
}

type counter struct {
	next io.Reader
	n    int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.next.Read(b)
	c.n += int64(n)
	return n, err
}

// Ask sends n requests over each connection, one after the other, and waits for all answers. What goes wrong is for [Connections.Err].
func (cs Connections) Ask(n int) {
	together(len(cs), n, func(caller int) { cs[caller].ask() })
}

// Err returns the first error of a connection, after which it was asked nothing.
func (cs Connections) Err() error {
	for _, c := range cs {
		if c.err != nil {
			return c.err
		}
	}
	return nil
}

func (c *connection) ask() {
	if c.err != nil {
		return
	}
	if _, c.err = c.Write(c.request); c.err == nil {
		_, c.err = io.ReadFull(c, c.answer)
	}
}

// CPUTime returns the CPU time of the process, in user and system mode.
func CPUTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // the arguments are right
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
