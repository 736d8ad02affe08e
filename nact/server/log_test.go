package server

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// sink notes each write.
type sink struct {
	mu     sync.Mutex
	writes []string
}

func (s *sink) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes = append(s.writes, string(b))
	return len(b), nil
}

func (s *sink) want(t *testing.T, when string, writes ...string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if fmt.Sprintf("%q", s.writes) != fmt.Sprintf("%q", writes) {
		t.Errorf("%s: got %q, want %q", when, s.writes, writes)
	}
	s.writes = nil
}

func TestLogWaitsForAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var to sink
		log := newLogBuffer(&to)
		write := func(line string) { io.WriteString(log, line) }
		write("a\n")
		to.want(t, "a line after a pause", "a\n")
		write("b\n")
		write("c\n")
		to.want(t, "lines within a pause")
		time.Sleep(logPause)
		synctest.Wait()
		to.want(t, "the end of the pause", "b\nc\n")
		write("d\n")
		to.want(t, "a line within the next pause")
		time.Sleep(logPause)
		synctest.Wait()
		to.want(t, "its end", "d\n")
		time.Sleep(logPause)
		synctest.Wait()
		to.want(t, "a pause without lines")
		write("e\n")
		to.want(t, "a line after it", "e\n")
	})
}

func TestLogIsPrompt(t *testing.T) {
	tests := []struct {
		name string
		do   func(*logBuffer, *slog.Logger)
	}{
		{"at a warning", func(_ *logBuffer, logger *slog.Logger) { logger.Warn("now") }},
		{"at an error with attributes", func(_ *logBuffer, logger *slog.Logger) { logger.With("a", 1).WithGroup("g").Error("now") }},
		{"when it is flushed", func(log *logBuffer, logger *slog.Logger) { logger.Info("now"); log.Flush() }},
		{"when the end is near", func(log *logBuffer, logger *slog.Logger) { log.Prompt(); logger.Info("now") }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var to sink
				log := newLogBuffer(&to)
				logger := (&settings{log: "text"}).logger(weather, log, slog.LevelInfo)
				logger.Info("first")
				logger.Info("second")
				test.do(log, logger)
				if all := strings.Join(to.writes, ""); strings.Count(all, "\n") != 3 || !strings.Contains(all, "now") {
					t.Errorf("got %q", all)
				}
			})
		})
	}
}

// What waits is bounded, and keeps its order.
func TestLogHasRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var to sink
		log := newLogBuffer(&to)
		var want bytes.Buffer
		for i := range 5000 {
			line := fmt.Sprintf("%d %s\n", i, strings.Repeat("x", i%100))
			if i == 2000 {
				line = strings.Repeat("y", 3*logRoom) + "\n"
			}
			want.WriteString(line)
			io.WriteString(log, line)
			if len(log.waiting) > logRoom || cap(log.waiting) > 2*logRoom {
				t.Fatalf("%d bytes of %d wait", len(log.waiting), cap(log.waiting))
			}
		}
		log.Flush()
		if got := strings.Join(to.writes, ""); got != want.String() {
			t.Errorf("%d bytes arrived of %d, or in another order", len(got), want.Len())
		}
		if len(to.writes) > 10 {
			t.Errorf("%d writes", len(to.writes))
		}
	})
}

// While nobody takes the log, whoever logs waits, and no line is lost.
func TestLogBlocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reader, writer := io.Pipe()
		log := newLogBuffer(writer)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for range 3 * logRoom {
				io.WriteString(log, "0123456789\n")
			}
			log.Flush()
			writer.Close()
		}()
		synctest.Wait()
		select {
		case <-ended:
			t.Error("it goes on while nobody reads")
		default:
		}
		text, err := io.ReadAll(reader)
		if want := 3 * logRoom * len("0123456789\n"); err != nil || len(text) != want {
			t.Errorf("%d bytes arrived of %d: %v", len(text), want, err)
		}
	})
}

// A writer that fails loses lines, as it would without, and the log goes on.
func TestLogOfBrokenWriter(t *testing.T) {
	broken := errors.New("broken")
	log := newLogBuffer(failing{broken})
	if _, err := io.WriteString(log, "a\n"); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	io.WriteString(log, "b\n")
	if err := log.Flush(); !errors.Is(err, broken) || len(log.waiting) > 0 {
		t.Errorf("got %v, and %d bytes wait", err, len(log.waiting))
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// A sampled log has one in so many of the calls that succeeded, and all else.
func TestLogSample(t *testing.T) {
	var log bytes.Buffer
	to := newLogBuffer(&log)
	logger := (&settings{log: "text", sample: 3}).logger(weather, to, slog.LevelInfo).With("a", 1)
	for i := range 7 {
		logger.Info("request", "n", i, "outcome", "success")
		logger.Info("request", "n", i, "outcome", "failure")
		logger.Warn("request", "n", i, "outcome", "success", "undelivered", "reset")
		logger.Info("request", "n", i)
		logger.Info("another", "n", i, "outcome", "success")
	}
	to.Flush()
	if n := strings.Count(log.String(), "\n"); n != 3+4*7 {
		t.Errorf("%d lines", n)
	}
	for _, n := range []int{0, 3, 6} {
		if want := fmt.Sprintf("level=INFO msg=request a=1 n=%d outcome=success\n", n); !strings.Contains(log.String(), want) {
			t.Errorf("it lacks %s", want)
		}
	}
}
