// Package demo runs the services of the examples without their real upstreams: local HTTP servers replay the answers that a manifest's examples recorded,
// or emulate an upstream.
package demo

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// Replay is one local HTTP server per upstream. A request gets the recorded
// answer whose parameters it carries; any other is answered 404 with a text
// that says so.
type Replay struct {
	servers []*httptest.Server
	names   []string
}

// NewReplay starts the servers for the recordings of all examples in plan.
// The caller must Close the Replay.
func NewReplay(p *plan.Plan) (*Replay, error) {
	routes, err := recordedRoutes(p)
	if err != nil {
		return nil, err
	}
	r := new(Replay)
	for _, upstream := range p.Upstreams {
		r.names = append(r.names, upstream.Name)
		r.servers = append(r.servers, httptest.NewServer(handler(routes[upstream.Name])))
	}
	return r, nil
}

// Upstreams returns the base URLs of the servers by the names of the upstreams.
func (r *Replay) Upstreams() map[string]string {
	urls := make(map[string]string, len(r.servers))
	for i, server := range r.servers {
		urls[r.names[i]] = server.URL
	}
	return urls
}

// Close stops the servers.
func (r *Replay) Close() {
	for _, server := range r.servers {
		server.Close()
	}
}

// route is one recorded answer and the requests that it answers.
type route struct {
	method string
	path   *regexp.Regexp // one group per path parameter
	groups []string       // their names
	want   map[string][]string
	status int
	header http.Header
	body   []byte
}

// recordedRoutes returns the routes of each upstream, the most specific first.
// A recording that does not describe its request would answer all requests, and
// so is left out.
func recordedRoutes(p *plan.Plan) (map[string][]*route, error) {
	root, err := os.OpenRoot(p.Folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	routes := make(map[string][]*route)
	for _, tool := range p.Tools {
		for _, example := range tool.Examples {
			for i := range example.Recordings {
				recording := &example.Recordings[i]
				if len(recording.With) == 0 {
					continue
				}
				r, err := newRoute(recording, root.FS())
				if err != nil {
					return nil, fmt.Errorf("example %q of %s: %w", example.Name, tool.Signature.Name, err)
				}
				upstream := recording.Step.Call.Upstream.Name
				routes[upstream] = append(routes[upstream], r)
			}
		}
	}
	for _, list := range routes {
		slices.SortStableFunc(list, func(a, b *route) int { return len(b.want) - len(a.want) })
	}
	return routes, nil
}

var placeholder = regexp.MustCompile(`\{([^{}]+)\}`)

func newRoute(recording *plan.Recording, files fs.FS) (*route, error) {
	call := recording.Step.Call
	r := &route{
		method: call.Method,
		want:   make(map[string][]string),
		status: recording.Status,
		header: http.Header{"Content-Type": {recording.Type}},
		body:   []byte(recording.Body),
	}
	r.path, r.groups = pathPattern(call.Path)
	for _, p := range recording.With {
		r.want[valueKey(p.In, p.Name)] = spelled(p)
	}
	for _, h := range recording.Headers {
		r.header.Add(h.Name, fmt.Sprint(h.Value))
	}
	if recording.File != "" {
		body, err := fs.ReadFile(files, recording.File)
		if err != nil {
			return nil, err
		}
		r.body = body
	}
	return r, nil
}

// spelled returns the values with which a request carries p.
func spelled(p plan.RecordedParam) []string {
	if p.In == "query" && p.Explode || len(p.Values) < 2 {
		return p.Values
	}
	separator := ","
	switch p.Style {
	case "spaceDelimited":
		separator = " "
	case "pipeDelimited":
		separator = "|"
	}
	return []string{strings.Join(p.Values, separator)}
}

// pathPattern returns what matches the escaped paths of a template, and the
// names of its parameters in the order of the groups.
func pathPattern(template string) (*regexp.Regexp, []string) {
	var pattern strings.Builder
	var names []string
	rest := 0
	for _, m := range placeholder.FindAllStringSubmatchIndex(template, -1) {
		pattern.WriteString(regexp.QuoteMeta(template[rest:m[0]]) + "([^/]+?)")
		names = append(names, template[m[2]:m[3]])
		rest = m[1]
	}
	pattern.WriteString(regexp.QuoteMeta(template[rest:]))
	return regexp.MustCompile("^" + pattern.String() + "$"), names
}

// answers reports whether the recorded answer is that to req.
func (r *route) answers(req *http.Request) bool {
	values := r.path.FindStringSubmatch(req.URL.EscapedPath())
	if values == nil || req.Method != r.method {
		return false
	}
	got := requestValues(req)
	for i, name := range r.groups {
		value, err := url.PathUnescape(values[i+1])
		if err != nil {
			return false
		}
		got[valueKey("path", name)] = []string{value}
	}
	for key, want := range r.want {
		if !slices.Equal(got[key], want) {
			return false
		}
	}
	return true
}

// valueKey names a parameter among those of all locations.
func valueKey(in, name string) string {
	if in == "header" {
		name = http.CanonicalHeaderKey(name)
	}
	return in + " " + name
}

// requestValues returns the values of a request outside its path, by valueKey.
func requestValues(req *http.Request) map[string][]string {
	got := make(map[string][]string)
	for name, values := range req.URL.Query() {
		got[valueKey("query", name)] = values
	}
	for name, values := range req.Header {
		got[valueKey("header", name)] = values
	}
	for _, cookie := range req.Cookies() {
		key := valueKey("cookie", cookie.Name)
		got[key] = append(got[key], cookie.Value)
	}
	return got
}

// handler plays routes.
func handler(routes []*route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		for _, r := range routes {
			if r.answers(req) {
				for name, values := range r.header {
					w.Header()[name] = values
				}
				w.WriteHeader(r.status)
				w.Write(r.body) // a client that left is no error of the replay
				return
			}
		}
		http.Error(w, "No answer to this request is recorded.", http.StatusNotFound)
	})
}
