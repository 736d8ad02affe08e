package bench

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// load is a request that several callers send again and again, each over a connection of its own. It takes little of the CPU, so that
// the time is that of the server.
type load struct {
	address string
	request string // as it goes over the wire
	status  int
	body    string // that every answer must have
}

// newLoad returns the load of a request, whose answers must be like the first one. header are further lines of it.
func newLoad(tb testing.TB, method, target, header, body string) *load {
	tb.Helper()
	u, err := url.Parse(target)
	if err != nil {
		tb.Fatal(err)
	}
	l := &load{address: u.Host}
	l.request = fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\n%sContent-Length: %d\r\n\r\n%s", method, u.RequestURI(), u.Host, header, len(body), body)
	caller := l.caller(tb)
	defer caller.conn.Close()
	if l.status, l.body, err = caller.exchange(l.request); err != nil {
		tb.Fatal(err)
	}
	return l
}

// caller is a connection to a server.
type caller struct {
	conn   net.Conn
	reader *bufio.Reader
	body   []byte // of the last answer
}

func (l *load) caller(tb testing.TB) *caller {
	tb.Helper()
	conn, err := net.Dial("tcp", l.address)
	if err != nil {
		tb.Fatal(err)
	}
	return &caller{conn: conn, reader: bufio.NewReaderSize(conn, 64<<10)}
}

// exchange sends a request and returns what it is answered.
func (c *caller) exchange(request string) (status int, body string, err error) {
	if _, err := io.WriteString(c.conn, request); err != nil {
		return 0, "", err
	}
	answer, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(data), err
}

// send sends n requests from so many callers at the same time.
func (l *load) send(tb testing.TB, callers, n int) {
	tb.Helper()
	var group sync.WaitGroup
	for range callers {
		group.Go(func() {
			c := l.caller(tb)
			defer c.conn.Close()
			for range n / callers {
				if err := c.repeat(l); err != nil {
					tb.Errorf("%s: %v", l.address, err)
					return
				}
			}
		})
	}
	group.Wait()
}

// repeat sends the request of l and compares the answer. It reads of the header what it needs: to parse it takes as long as to serve it.
func (c *caller) repeat(l *load) error {
	if _, err := io.WriteString(c.conn, l.request); err != nil {
		return err
	}
	status, err := c.reader.ReadSlice('\n')
	if err != nil {
		return err
	}
	if want := fmt.Sprintf("HTTP/1.1 %d ", l.status); !strings.HasPrefix(string(status), want) {
		return fmt.Errorf("got %q, want %q", status, want)
	}
	for line := status; len(line) > len("\r\n"); {
		if line, err = c.reader.ReadSlice('\n'); err != nil {
			return err
		}
	}
	c.body = append(c.body[:0], make([]byte, len(l.body))...)
	if _, err := io.ReadFull(c.reader, c.body); err != nil {
		return err
	}
	if string(c.body) != l.body {
		return fmt.Errorf("got %.200q, want %.200q", c.body, l.body)
	}
	return nil
}
