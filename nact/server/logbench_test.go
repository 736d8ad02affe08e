//go:build unix

package server

import (
	"io"
	"log/slog"
	"os"
	"testing"

	"github.com/nactgen/nactgen/internal/versus"
)

// BenchmarkLog compares the line of a request in the log of a program with the same by slog alone. Both go to a pipe that is read.
func BenchmarkLog(b *testing.B) {
	pipe := func() *os.File {
		reader, writer, err := os.Pipe()
		if err != nil {
			b.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			defer reader.Close()
			io.Copy(io.Discard, reader)
		}()
		b.Cleanup(func() { writer.Close(); <-ended })
		return writer
	}
	requests := func(logger *slog.Logger) func(n int) {
		return func(n int) {
			versus.Together(n, func(int) {
				logger.LogAttrs(b.Context(), slog.LevelInfo, "request", slog.String("method", "POST"),
					slog.String("path", "/tools/0479a45d-ad0a-49d4-94db-75edf00d2ca4:invoke"), slog.Int("status", 200), slog.Float64("took_ms", 12.345),
					slog.Int("bytes", 321), slog.String("request_id", "8b0c1a1f0f9b3c55"), slog.String("tool", "lookup_weather_by_city"), slog.Int("version", 1),
					slog.String("outcome", "success"))
			})
		}
	}
	buffered := newLogBuffer(pipe())
	defer buffered.Prompt()
	versus.Turns(b, versus.Callers, requests((&settings{log: defaultLog, sample: 1}).logger(weather, buffered, new(slog.LevelVar))), requests(slog.New(slog.NewJSONHandler(pipe(), nil))))
}
