package mcp

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nactgen/nactgen/nact/invocation"
)

// transportLines is what the log calls the transport of [Handler.ServeLines].
const transportLines = "stdio"

// ServeLines serves one client that writes its messages to in and reads the answers from out, a line each. It returns when in ends and the calls that run
// have ended, or when ctx is done, after which nothing is written and an unfinished read of in is left behind. The error is that of a read or a write; the
// end of in is none.
func (h *Handler) ServeLines(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	l := &lines{handler: h, out: out, fail: cancel, places: make(chan struct{}, h.config.Runner.Max()+unread)}
	ended := make(chan error, 1)
	go func() {
		err := l.read(ctx, in)
		l.answering.Wait()
		ended <- err
	}()
	select {
	case err := <-ended:
		return errors.Join(err, l.close())
	case <-ctx.Done():
		return l.close()
	}
}

// unread is how many calls of one client may wait for it to read their answers, beside those that run. No more lines are read then.
const unread = 64

// lines is one client of lines.
type lines struct {
	handler   *Handler
	fail      context.CancelCauseFunc // ends everything after a write has failed: nobody reads any more
	answering sync.WaitGroup
	places    chan struct{}         // holds one for each call that is not answered yet
	closed    atomic.Bool           // nothing is written any more
	failed    atomic.Pointer[error] // why the last write failed

	mu  sync.Mutex // held while a line is written, for as long as the client takes
	out io.Writer
}

// read reads messages until in ends. Requests are answered at the same time, in whatever order they are ready.
func (l *lines) read(ctx context.Context, in io.Reader) error {
	reader := bufio.NewReader(in)
	for ctx.Err() == nil {
		line, long, err := readLine(reader, l.handler.config.MaxBody)
		switch {
		case long:
			l.write((&exchange{}).fail(&rpcError{code: codeInvalidRequest, text: "the message is larger than this service accepts"}).pieces)
		case line != "":
			l.answer(ctx, line)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// answer answers one message.
func (l *lines) answer(ctx context.Context, line string) {
	start := time.Now()
	x := &exchange{session: transportLines, notify: func(message []byte) { l.write([][]byte{message}) }}
	var wrong *rpcError
	x.message, wrong = decode(line)
	x.revision = x.params.meta.version
	if wrong == nil && x.revision != "" && !slices.Contains(revisions, x.revision) {
		wrong = unsupported(x.revision)
	}
	if wrong != nil {
		l.write(x.fail(wrong).pieces)
		return
	}
	serve := func(ctx context.Context) {
		if l.handler.identifies {
			request := invocation.Identify(ctx, nil)
			x.trace(request)
			ctx = request
		}
		reply := l.handler.serve(ctx, x)
		size := l.write(reply.pieces)
		l.handler.log(ctx, entry{transport: transportLines, method: x.method, status: reply.status, bytes: size, took: time.Since(start), call: reply.call})
	}
	if x.method != "tools/call" { // and so a notification is never overtaken by what follows it
		serve(ctx)
		return
	}
	select {
	case l.places <- struct{}{}:
	case <-ctx.Done():
		return
	}
	ctx, end := l.handler.running.begin(ctx, x.session, x.id) // before the next message is read, which may end it
	l.answering.Add(1)
	go func() {
		defer l.answering.Done()
		defer func() { <-l.places }()
		defer end()
		serve(ctx)
	}()
}

// write writes a message, if there is one, and returns how many bytes that took.
func (l *lines) write(pieces [][]byte) int {
	if pieces == nil {
		return 0
	}
	line := append(slices.Concat(pieces...), '\n')
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed.Load() || l.failed.Load() != nil {
		return 0
	}
	if _, err := l.out.Write(line); err != nil {
		l.failed.Store(&err)
		l.fail(err)
	}
	return len(line)
}

// close lets nothing be written any more, and returns why a write has failed. It does not wait for a line that the client does not take.
func (l *lines) close() error {
	l.closed.Store(true)
	if err := l.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// readLine reads a line without its end. One that is longer than limit is skipped, and only said to be long.
func readLine(r *bufio.Reader, limit int64) (line string, long bool, err error) {
	var text []byte
	for {
		piece, err := r.ReadSlice('\n')
		if int64(len(text)+len(piece)) > limit+int64(len("\r\n")) {
			text, long = nil, true
		} else if !long {
			text = append(text, piece...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		for len(text) > 0 && (text[len(text)-1] == '\n' || text[len(text)-1] == '\r') {
			text = text[:len(text)-1]
		}
		if int64(len(text)) > limit {
			return "", true, err
		}
		return string(text), long, err
	}
}
