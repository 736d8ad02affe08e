package golden

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
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
	left  []*turn
	asked []*turn
	keys  []string // of writes, in the order in which they came
}

// turn is an exchange that is to come, or has.
type turn struct {
	exchange
	group *group // nil: it is answered at once
}

// group are exchanges at the same time.
type group struct {
	missing  int           // how many have not come yet
	complete chan struct{} // closed when all have
}

// turns are the exchanges of a call. What has to come at the same time stands one below the other.
func turns(c *call) []*turn {
	var list []*turn
	var g *group
	for _, e := range c.exchanges {
		t := &turn{exchange: exchange{line: e.line, answer: e.answer, together: e.together}}
		switch {
		case !e.together:
			g = nil
		case g == nil:
			g = &group{complete: make(chan struct{})}
		}
		if t.group = g; g != nil {
			g.missing++
		}
		list = append(list, t)
	}
	return list
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
	all := turns(c)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls[name] = &playing{left: all, asked: slices.Clone(all)}
}

// end returns what was asked and answered, and the answers that nobody asked for.
func (r *replay) end(name string) []exchange {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.calls[name]
	delete(r.calls, name)
	var list []exchange
	for _, t := range p.asked {
		list = append(list, t.exchange)
	}
	return list
}

// ServeHTTP answers with what is next.
func (r *replay) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, err := io.ReadAll(q.Body)
	if err != nil {
		return // the client is gone
	}
	name, rest, _ := strings.Cut(strings.TrimPrefix(q.RequestURI, "/"), "/")
	shown := func(text string) string {
		return keys.ReplaceAllStringFunc(text, func(key string) string { return r.keyOf(name, key) })
	}
	for header := range q.Header {
		q.Header.Set(header, shown(q.Header.Get(header)))
	}
	answer, g := r.take(name, shownRequest(q, "/"+shown(rest), shown(string(body))))
	if g != nil {
		select {
		case <-g.complete:
		case <-q.Context().Done():
		case <-time.After(10 * time.Second):
			answer = nil
		}
	}
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

// keys matches the keys of writes, which nobody can foresee.
var keys = regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b`)

// keyOf returns what a case calls a key: "key 1" for the first one of the call, wherever it is sent.
func (r *replay) keyOf(name, key string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.calls[name]
	if p == nil {
		return key
	}
	if !slices.Contains(p.keys, key) {
		p.keys = append(p.keys, key)
	}
	return "key " + strconv.Itoa(slices.Index(p.keys, key)+1)
}

// take notes a request and returns its answer, or nil, and what has to come before it is given.
func (r *replay) take(name string, request []string) ([]string, *group) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.calls[name]
	switch {
	case p == nil:
		return nil, nil
	case len(p.left) == 0:
		p.asked = append(p.asked, &turn{exchange: exchange{request: request}})
		return nil, nil
	}
	i := p.next(request[0])
	t := p.left[i]
	p.left = slices.Delete(p.left, i, i+1)
	t.request = request
	if t.group != nil {
		if t.group.missing--; t.group.missing == 0 {
			close(t.group.complete)
		}
	}
	return t.answer, t.group
}

// next returns which of those left a request is: the first, or of several at the same time the one with its line.
func (p *playing) next(line string) int {
	first := p.left[0]
	for i, t := range p.left {
		if first.group != nil && t.group == first.group && t.line == line {
			return i
		}
	}
	return 0
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
