package nacttest

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/nactgen/nactgen/nact/upstream"
)

// Replay plays recorded answers. Each upstream is an HTTP server of its own,
// which answers a request with the first recording for that operation that is not yet
// used and whose parameters fit. So requests may come at the same time, in any order.
//
// As an [http.RoundTripper] it carries requests for the base URLs that upstreams have ([Replay.At]) to these servers. So a link in a
// recorded answer may be what the upstream said.
//
// A request that no recording answers fails the test and is answered with 500. When the test ends, a recording that nothing asked for
// fails it, too, unless it says Perhaps. A test that is run with -v logs each request, without headers, and which recording answers it. An answer of 429, 502, 503 or 504, one that is Interrupted, and one that says Again is played again to a client that tries
// again.
type Replay struct {
	t         testing.TB
	transport *http.Transport

	mu         sync.Mutex
	recordings []*recorded
	servers    map[string]*httptest.Server // by upstream
	locations  map[location]bool           // those of the answers that were played
	bases      []base
}

// location is an address at which a step asks again, since an answer named it in its Location header.
type location struct{ step, upstream, path string }

// NewReplay starts the servers that answers need. They stop when the test ends.
func NewReplay(t testing.TB, answers ...Recording) *Replay {
	t.Helper()
	r := &Replay{
		t: t, transport: upstream.NewTransport(), servers: make(map[string]*httptest.Server), locations: make(map[location]bool),
	}
	t.Cleanup(r.end)
	for _, answer := range answers {
		recording, err := newRecorded(answer)
		if err != nil {
			t.Fatal(err)
		}
		r.recordings = append(r.recordings, recording)
		r.URL(answer.Upstream)
	}
	return r
}

// URL returns the base URL of an upstream. One without recordings has a URL as
// well: every request to it fails the test.
func (r *Replay) URL(name string) string {
	return r.listen(name, http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		r.serve(name, w, q)
	}))
}

// listen returns the URL of the server of a name, which is begun with a handler if there is none.
func (r *Replay) listen(name string, handler http.Handler) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	server, ok := r.servers[name]
	if !ok {
		server = httptest.NewServer(handler)
		r.servers[name] = server
	}
	return server.URL
}

// URLs returns the base URLs of all upstreams that have a recording or were
// asked for with [Replay.URL], by their names.
func (r *Replay) URLs() map[string]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	urls := make(map[string]string, len(r.servers))
	for name, server := range r.servers {
		urls[name] = server.URL
	}
	return urls
}

// RoundTrip implements [http.RoundTripper]. No request leaves the machine: one that is for none of the upstreams fails the test.
func (r *Replay) RoundTrip(q *http.Request) (*http.Response, error) {
	to, err := r.target(q.URL)
	if err != nil {
		r.t.Error(err)
		return nil, err
	}
	sent := q.Clone(q.Context())
	sent.URL, sent.Host = to, ""
	return r.transport.RoundTrip(sent)
}

func (r *Replay) serve(name string, w http.ResponseWriter, q *http.Request) {
	asked, err := newRequest(name, q)
	if err != nil {
		return // the client is gone
	}
	recording, problem := r.take(asked)
	if recording == nil {
		r.t.Error(problem)
		http.Error(w, problem, http.StatusInternalServerError)
		return
	}
	asked.show(r.t, recording)
	recording.write(w)
}

// take returns the recording that answers q, or a message why there is none.
func (r *Replay) take(q *request) (*recorded, string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var near, played, again *recorded
	for _, recording := range r.recordings {
		switch answers := recording.answers(q) || r.isLocated(recording, q); {
		case recording.used && answers:
			played = recording
			if recording.transient() && len(recording.misfits(q)) == 0 {
				again = recording
			}
		case answers && len(recording.misfits(q)) == 0:
			recording.used = true
			r.locate(recording, q)
			return recording, ""
		case answers && near == nil:
			near = recording
		}
	}
	switch {
	case again != nil:
		return again, ""
	case near != nil:
		return nil, fmt.Sprintf("wanted %s, got %s:\n\t%s", near, q, strings.Join(near.misfits(q), "\n\t"))
	case played != nil:
		return nil, fmt.Sprintf("the example records no further answer for %s: that of the step %s is used up", q, played.Step)
	}
	return nil, fmt.Sprintf("the example records no answer for %s; record one for the step that asks", q)
}

// isLocated reports whether q asks at the Location of an answer that was played for the step of a recording.
func (r *Replay) isLocated(recording *recorded, q *request) bool {
	return recording.Located && len(recording.Params) == 0 && q.Method == http.MethodGet &&
		r.locations[location{recording.Step, q.upstream, q.URL.EscapedPath()}]
}

// locate notes the Location of a recording, which is the answer to q, if its step asks again there.
func (r *Replay) locate(recording *recorded, q *request) {
	for name, value := range recording.Header {
		if !recording.Located || !strings.EqualFold(name, "Location") {
			continue
		}
		if to, err := q.URL.Parse(value); err == nil { // the client refuses another one
			r.locations[location{recording.Step, q.upstream, to.EscapedPath()}] = true
		}
	}
}

// end stops the servers, then looks for recordings that are left.
func (r *Replay) end() {
	r.mu.Lock()
	servers := maps.Clone(r.servers)
	r.mu.Unlock()
	r.transport.CloseIdleConnections()
	for _, server := range servers {
		server.Close()
	}
	for _, recording := range r.recordings {
		if !recording.used && !recording.Perhaps {
			r.t.Errorf("nothing asked for %s", &recording.Recording)
		}
	}
}

// base is where an upstream is to be found.
type base struct {
	upstream string
	url      *url.URL
}

// At says which base URL an upstream has, to which [Replay.RoundTrip] then answers, and returns it. If another upstream stands
// there already, or above or below it, then a request does not say which of them it is for, and At returns [Replay.URL].
func (r *Replay) At(upstream, baseURL string) string {
	at, err := url.Parse(baseURL)
	if err != nil || r.shared(at) {
		return r.URL(upstream)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bases = append(r.bases, base{upstream, at})
	return baseURL
}

// shared reports whether another upstream has requests below a base URL, or this one has requests below that of another.
func (r *Replay) shared(at *url.URL) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, other := range r.bases {
		_, below := (base{url: at}).below(other.url)
		if _, above := other.below(at); above || below {
			return true
		}
	}
	return false
}

// target is the URL on a server of the replay.
func (r *Replay) target(asked *url.URL) (*url.URL, error) {
	for _, server := range r.URLs() {
		if server == asked.Scheme+"://"+asked.Host {
			return asked, nil
		}
	}
	r.mu.Lock()
	bases := r.bases
	r.mu.Unlock()
	for _, b := range bases {
		if path, ok := b.below(asked); ok {
			to, err := url.Parse(r.URL(b.upstream) + path)
			if err != nil {
				return nil, err
			}
			to.RawQuery = asked.RawQuery
			return to, nil
		}
	}
	return nil, fmt.Errorf("the example records no answer of %s://%s: none of its upstreams is there", asked.Scheme, asked.Host)
}

// below returns the escaped path that a URL has below the base URL.
func (b base) below(u *url.URL) (path string, ok bool) {
	path, ok = strings.CutPrefix(u.EscapedPath(), strings.TrimRight(b.url.EscapedPath(), "/"))
	return path, ok && b.url.Scheme == u.Scheme && strings.EqualFold(b.url.Host, u.Host) && (path == "" || path[0] == '/')
}
