package server

import (
	"bytes"
	"encoding/json"
	"log"
	"log/slog"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"plain", "http: a line\n", "http: a line"},
		{"quoted", `starting with "s3cret \"s3cret\\"; err=<nil>`, `starting with "…"; err=<nil>`},
		{"two quotes", `"s3cret" and "s3cret".`, `"…" and "…".`},
		{"a quote without an end", `starting with "s3cret \`, `starting with "…"`},
		{"a terminal's orders", "\x1b[2J\u009b2J", `\x1b[2J\u009b2J`},
		{"several lines", "http: panic\ngoroutine 1\n", "http: panic\ngoroutine 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			restore := divert(slog.New(slog.NewJSONHandler(&out, nil)))
			log.Print(test.line)
			restore()
			var line struct{ Level, Msg, Line string }
			if err := json.Unmarshal(out.Bytes(), &line); err != nil {
				t.Fatal(err)
			}
			if line.Line != test.want || line.Level != "WARN" {
				t.Errorf("got %q, want %q", line.Line, test.want)
			}
		})
	}
}

func TestLinesAreBounded(t *testing.T) {
	var out bytes.Buffer
	lines{slog.New(slog.NewJSONHandler(&out, nil))}.Write([]byte(strings.Repeat("x", 1<<20)))
	if out.Len() > 9<<10 {
		t.Errorf("%d bytes", out.Len())
	}
}
