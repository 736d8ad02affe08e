package golden

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// replay is all upstreams of all cases: it answers what the call under way of each case says, in that order. The
// first element of a path is the case, the second the upstream.
type replay struct {
	server *httptest.Server

	mu    sync.Mutex
	calls map[string]*playing // by case
}

// playing is a call under way.
type playing struct {
	answers [][]string // those left
	asked   []exchange
}

func newReplay(t *testing.T) *replay {
	r := &replay{calls: map[string]*playing{}}
	r.server = httptest.NewUnstartedServer(r)
	r.server.Config.SetKeepAlivesEnabled(false) // Go's client would ask again where a connection that it used before is closed
	r.server.Start()
	t.Cleanup(r.server.Close)
	return r
}

// begin makes the answers of c those of the case.
func (r *replay) begin(name string, c *call) {
	p := &playing{}
	for _, e := range c.exchanges {
		p.answers = append(p.answers, e.answer)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls[name] = p
}

// end returns what was asked and answered, and the answers that nobody asked for.
func (r *replay) end(name string) []exchange {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.calls[name]
	delete(r.calls, name)
	for _, answer := range p.answers {
		p.asked = append(p.asked, exchange{answer: answer})
	}
	return p.asked
}

// ServeHTTP answers with what is next.
func (r *replay) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, err := io.ReadAll(q.Body)
	if err != nil {
		return // the client is gone
	}
	name, rest, _ := strings.Cut(strings.TrimPrefix(q.RequestURI, "/"), "/")
	answer := r.take(name, shownRequest(q, "/"+rest, string(body)))
	switch {
	case answer == nil:
		http.Error(w, "no answer is left", http.StatusTeapot)
	case answer[0] == answerHang:
		<-q.Context().Done()
	case answer[0] == answerDrop:
		panic(http.ErrAbortHandler)
	default:
		play(w, answer)
	}
}

// take notes a request and returns its answer, or nil.
func (r *replay) take(name string, request []string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.calls[name]
	if p == nil {
		return nil
	}
	e := exchange{request: request}
	if len(p.answers) > 0 {
		e.answer, p.answers = p.answers[0], p.answers[1:]
	}
	p.asked = append(p.asked, e)
	return e.answer
}

// play writes an answer: status and content type in the first line, then headers, then the body.
func play(w http.ResponseWriter, answer []string) {
	status, contentType, _ := strings.Cut(answer[0], " ")
	code, err := strconv.Atoi(status)
	if err != nil {
		code = http.StatusTeapot
	}
	if contentType == "" {
		contentType = "application/json"
	}
	w.Header().Set("Content-Type", contentType)
	rest := answer[1:]
	for len(rest) > 0 {
		name, value, ok := strings.Cut(rest[0], ": ")
		if !ok || strings.ContainsAny(name, "{[\" ") {
			break
		}
		w.Header().Add(name, value)
		rest = rest[1:]
	}
	w.WriteHeader(code)
	// An error means that the client is gone: what it then answers shows it.
	for _, line := range rest {
		_, _ = io.WriteString(w, repeated(line))
	}
}

// repeated returns a line of a body: "*3* 0," is three lines.
func repeated(line string) string {
	if count, text, ok := strings.Cut(strings.TrimPrefix(line, "*"), "* "); ok && strings.HasPrefix(line, "*") {
		if n, err := strconv.Atoi(count); err == nil {
			return strings.Repeat(text+"\n", n)
		}
	}
	return line + "\n"
}
