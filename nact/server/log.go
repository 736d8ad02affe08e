package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/nactgen/nactgen/nact"
)

const (
	// logRoom is how much of the log waits at most, in bytes.
	logRoom = 64 << 10

	// logPause is how long a line waits at most, if it can be written at all.
	logPause = 100 * time.Millisecond
)

// logBuffer writes the lines of a log together. A line that comes after a pause is written at once; those that follow it wait until the next
// pause has passed, or until there is no room. So a quiet log is as it would be without, and a busy one takes ten writes a second
// instead of thousands. No line is dropped: while the writer blocks, so does whoever logs.
type logBuffer struct {
	to io.Writer

	mu      sync.Mutex
	waiting []byte
	pausing bool // lines wait for the end of a pause
	prompt  bool // no line waits any longer
}

func newLogBuffer(to io.Writer) *logBuffer { return &logBuffer{to: to} }

// Write takes a line, or several. The error may be that of earlier ones.
func (l *logBuffer) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting)+len(line) > logRoom {
		l.flush()
	}
	l.waiting = append(l.waiting, line...)
	if l.pausing && !l.prompt && len(l.waiting) < logRoom {
		return len(line), nil
	}
	return len(line), l.flush()
}

// Flush writes what waits.
func (l *logBuffer) Flush() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.flush()
}

// Prompt writes what waits, and lets no line wait from now on: the process may end at any time.
func (l *logBuffer) Prompt() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prompt = true
	l.flush()
}

func (l *logBuffer) flush() error {
	if len(l.waiting) == 0 {
		return nil
	}
	_, err := l.to.Write(l.waiting)
	l.waiting = l.waiting[:0]
	if cap(l.waiting) > 2*logRoom {
		l.waiting = nil
	}
	if !l.pausing && !l.prompt {
		l.pausing = true
		time.AfterFunc(logPause, l.endPause)
	}
	return err
}

// endPause ends a pause, and begins another one if lines have waited for that.
func (l *logBuffer) endPause() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pausing = false
	l.flush()
}

// levels are those of the log, as operators spell them.
var levels = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}

func parseLevel(text string) (slog.Level, error) {
	level, known := levels[text]
	if !known {
		return 0, fmt.Errorf("%q is none of debug, info, warn and error", nact.Printable(text, loggedText))
	}
	return level, nil
}

// logger returns the log of the program, of lines from level on.
func (s *settings) logger(p Program, to *logBuffer, level slog.Leveler) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	var handler slog.Handler = slog.NewJSONHandler(to, options)
	if s.log == "text" {
		handler = slog.NewTextHandler(to, options)
	}
	handler = promptHandler{handler, to}
	if s.sample > 1 {
		handler = p.Sampling(handler, s.sample)
	}
	return slog.New(handler)
}

// promptHandler writes a log whose warnings and errors do not wait, nor what came before them.
type promptHandler struct {
	slog.Handler
	buffer *logBuffer
}

func (h promptHandler) Handle(ctx context.Context, r slog.Record) error {
	err := h.Handler.Handle(ctx, r)
	if r.Level >= slog.LevelWarn {
		err = errors.Join(err, h.buffer.Flush())
	}
	return err
}

func (h promptHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return promptHandler{h.Handler.WithAttrs(attrs), h.buffer}
}

func (h promptHandler) WithGroup(name string) slog.Handler {
	return promptHandler{h.Handler.WithGroup(name), h.buffer}
}

// loggedLine is how long a line of a library may be in the log, in bytes. It has room for the stack of a panic.
const loggedLine = 8 << 10

// lines writes what libraries log as text, net/http above all, to a structured log.
type lines struct{ logger *slog.Logger }

// Write leaves out what a line quotes: it came from a client or an upstream, and can be anything.
func (l lines) Write(line []byte) (int, error) {
	text := quoted.ReplaceAllString(strings.TrimSuffix(string(line), "\n"), `"…"`)
	l.logger.Warn("a library reports", "line", nact.Printable(text, loggedLine))
	return len(line), nil
}

// quoted is a quoted text, or the rest of a line in which its closing quote is missing.
var quoted = regexp.MustCompile(`(?s)"(\\.?|[^"\\])*"?`)

// divert lets package log, where net/http reports what upstreams do, write to logger, until the returned function is called.
func divert(logger *slog.Logger) (restore func()) {
	writer, flags, prefix := log.Writer(), log.Flags(), log.Prefix()
	log.SetOutput(lines{logger})
	log.SetFlags(0)
	log.SetPrefix("")
	return func() {
		log.SetOutput(writer)
		log.SetFlags(flags)
		log.SetPrefix(prefix)
	}
}
