package server

import (
	"log"
	"log/slog"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// loggedLine is how long a line of a library may be in the log, in bytes. It has room for the stack of a panic.
const loggedLine = 8 << 10

// lines writes what libraries log as text, net/http above all, to a structured log.
type lines struct{ logger *slog.Logger }

func (l lines) Write(line []byte) (int, error) {
	text := withoutQuotes(strings.TrimSuffix(string(line), "\n"))
	l.logger.Warn("a library reports", "line", nact.Printable(text, loggedLine))
	return len(line), nil
}

// withoutQuotes drops what a line quotes: it came from a client or an upstream, and can be anything.
func withoutQuotes(line string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(line, `"`)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString(`"…"`)
		line = afterQuote(rest)
	}
}

// afterQuote returns what follows the quoted text that s begins with.
func afterQuote(s string) string {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return s[i+1:]
		}
	}
	return ""
}

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
