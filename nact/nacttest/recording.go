package nacttest

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// Recording is one answer of an upstream, and the request that it answers.
type Recording struct {
	Step     string // the step that asks; it names the recording in messages
	Upstream string
	Method   string
	Path     string // the document's path: /points/{latitude},{longitude}
	Accept   string // what the request must accept; empty is anything
	Params   []Param

	File        string            // holds the answer's body, relative to the working directory
	Body        string            // the answer's body where there is no File
	Status      int               // of the answer; 0 is 200
	ContentType string            // of the answer; empty is application/json where there is a body
	Header      map[string]string // further headers of the answer
	Fault       Fault             // what goes wrong with the answer, which has no body then; 0: nothing
	Begun       bool              // with Interrupted: the status and the headers arrive, and the connection breaks off behind them

	// Again says that the client calls again after this answer: it is played again then, unless there is another one.
	Again bool

	// Located says that the step asks again, with a GET, at the Location of its answers. Without Params the recording answers that, too.
	Located bool

	// Perhaps says that there may be no request for it: a step that runs at the same time fails, perhaps before.
	Perhaps bool
}

// Fault is what goes wrong with an answer.
type Fault int

// The faults.
const (
	Interrupted Fault = iota + 1 // the connection breaks off before the answer is complete
	Malformed                    // the answer cannot be read
	TooLarge                     // the answer is larger than any client reads
)

// Param is a value that a request must have sent. Several of one place and name
// are the values of one parameter, in their order; a request may send more parameters than are named. A body that
// is JSON is compared whole: it may have no member more.
type Param struct {
	In    string // path, query, header, cookie or body
	Name  string // of a body, the member that holds an idempotency key, which is another one each time and not compared; else empty
	Value string // decoded; of a body, text or JSON
}

func (r *Recording) String() string {
	return fmt.Sprintf("%s %s of %s (step %s)", r.Method, r.Path, r.Upstream, r.Step)
}

// recorded is a recording made ready to be played.
type recorded struct {
	Recording
	body  []byte
	path  *regexp.Regexp // matches an escaped path; its groups are the parameters
	names []string       // of the groups
	used  bool           // a request was answered with it
}

func newRecorded(r Recording) (*recorded, error) {
	body := []byte(r.Body)
	if r.File != "" {
		var err error
		if body, err = os.ReadFile(r.File); err != nil {
			return nil, fmt.Errorf("the recorded answer of %s: %w", &r, err)
		}
	}
	path, names, err := compile(r.Path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", &r, err)
	}
	return &recorded{Recording: r, body: body, path: path, names: names}, nil
}

// write plays the answer.
func (r *recorded) write(w http.ResponseWriter) {
	header := w.Header()
	for name, value := range r.Header {
		header.Set(name, value)
	}
	switch {
	case r.ContentType != "":
		header.Set("Content-Type", r.ContentType)
	case len(r.body) > 0 && header.Get("Content-Type") == "":
		header.Set("Content-Type", "application/json")
	}
	switch {
	case r.Fault == Interrupted && !r.Begun:
		panic(http.ErrAbortHandler)
	case r.Fault == Interrupted:
		header.Set("Content-Length", "1")
	case r.Fault == TooLarge:
		header.Set("Content-Length", strconv.Itoa(math.MaxInt64))
	case r.Fault == Malformed:
		header.Set("Content-Encoding", "malformed")
	}
	if r.Status != 0 {
		w.WriteHeader(r.Status)
	}
	if r.Fault == Interrupted || r.Fault == TooLarge {
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
	// An error means that the client is gone: its test says why.
	_, _ = w.Write(r.body)
}

// transient reports whether the answer makes a client try again.
func (r *recorded) transient() bool {
	if r.Again || r.Fault == Interrupted {
		return true
	}
	switch r.Status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// compile returns an expression that matches the escaped paths of a template,
// /points/{latitude},{longitude}, and the names of its groups.
func compile(template string) (path *regexp.Regexp, names []string, err error) {
	pattern := "^"
	for rest := template; rest != ""; {
		text, after, found := strings.Cut(rest, "{")
		pattern += literal(text)
		if !found {
			break
		}
		name, further, closed := strings.Cut(after, "}")
		if !closed {
			return nil, nil, errors.New("the path has a { without a }")
		}
		names = append(names, name)
		pattern += "([^/]+?)"
		rest = further
	}
	path, err = regexp.Compile(pattern + "$")
	return path, names, err
}

// literal returns an expression that matches text in a path, whichever of its bytes are
// percent-encoded there. A slash matches only as it is.
func literal(text string) string {
	var pattern strings.Builder
	for _, c := range []byte(unescape(text)) {
		switch {
		case c == '/':
			pattern.WriteByte(c)
		case c < 0x80:
			fmt.Fprintf(&pattern, "(?:%s|%%(?i:%02x))", regexp.QuoteMeta(string(rune(c))), c)
		default:
			fmt.Fprintf(&pattern, "%%(?i:%02x)", c)
		}
	}
	return pattern.String()
}
