package otlp

import (
	"log/slog"
	"sync"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// longestText bounds what the log has of texts that others have a say in, in bytes.
const longestText = 1 << 10

// quiet is how long nothing further is said of losses after something was.
const quiet = time.Minute

// losses tells the log of items that nobody gets, a line a minute at most.
type losses struct {
	logger *slog.Logger
	items  string // what they are: spans

	mu     sync.Mutex
	lost   int // since the last line
	why    error
	silent time.Time // until then
}

// add counts lost items, or none if they may yet be taken.
func (l *losses) add(lost int, why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost, l.why = l.lost+lost, why
	if time.Now().After(l.silent) {
		l.say()
	}
}

// end says what was not said yet.
func (l *losses) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lost > 0 {
		l.say()
	}
}

func (l *losses) say() {
	l.logger.Warn(l.items+" are not taken", "cause", nact.Printable(l.why.Error(), longestText), "lost", l.lost)
	l.lost, l.silent = 0, time.Now().Add(quiet)
}
