// Package endpoint serves tools over the HTTP endpoints of N-ACT
// (draft-rosenberg-aiproto-nact): enumeration and invocation, an OpenAPI
// description of both, a page for people, and health checks. What the draft
// leaves open is decided in the comments of the files of this package.
package endpoint

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
)

// Config says how tools are served. Only Name is required.
type Config struct {
	Name        string             // of the service; cursors are bound to it, so it must not change between releases
	Title       string             // for people; empty: Name
	Description string             // for people; may be empty
	Version     string             // of the service, for openapi.json; empty: "1"
	Root        string             // the path under which the endpoints stand; empty is "/"
	Logger      *slog.Logger       // nil: nothing is logged
	PageDefault int                // items on a page if the client does not say; 0: 50
	PageMax     int                // items on a page at most; 0: 500
	MaxBody     int64              // size of a request body at most, in bytes; 0: 1 MiB
	Runner      *invocation.Runner // of the invocations, shared with the other faces of the service, if there are any; nil: one of its own
	Idempotency Idempotency        // honours Idempotency-Key on tools that write; nil: the field is ignored
	View        *nact.View         // what the callers of this handler see, if others see something else; nil: there are no others
}

// Idempotency lets callers repeat invocations without having them run twice. [NewIdempotency] makes one.
type Idempotency interface {
	// invoke answers an invocation of a tool that writes, whose caller gave a key.
	invoke(h *Handler, r *http.Request, c checkedCall) *answer
}

// Handler serves tools. It is safe for concurrent use.
type Handler struct {
	config     Config
	identifies bool    // requests have IDs: there is a log, or somebody else, to whom they are told
	root       string  // without a slash at its end: empty for "/"
	issuer     string  // of cursors
	catalog    []*tool // by ID; those that are neither withdrawn nor denied
	byID       map[string]*tool
	enumerate  func()         // makes items, index, firstPage and the items of each tool; returns when they are there
	items      items          // the current signatures of catalog
	index      *index         // of catalog
	firstPage  *answer        // of the tools, without any parameter
	openapi    func() *answer // made when it is first asked for, as home is: few ask, and both list all tools
	home       func() *answer
}

// tool is a tool with its bytes.
type tool struct {
	id        string
	withdrawn http.Header // fields of every answer about a withdrawn tool; nil: it is not withdrawn
	denied    *nact.Denial
	versions  []*version // newest first
	items     items      // their signatures; not before [Handler.enumerate]
}

func (t *tool) current() *version { return t.versions[0] }

// version is a version of a tool.
type version struct {
	contract *nact.Contract
	place    int // its index among the versions of the tool
}

func (v *version) number() int { return v.contract.Signature().Version }

// New returns a handler that serves tools, with which [nact.Verify] must find nothing wrong. The error says everything that is wrong with c.
// The tools must not be changed afterwards.
func New(c Config, tools []nact.Tool) (*Handler, error) {
	c.Title = cmp.Or(c.Title, c.Name)
	c.Version = cmp.Or(c.Version, "1")
	c.PageMax = cmp.Or(c.PageMax, 500)
	c.PageDefault = cmp.Or(c.PageDefault, min(50, c.PageMax))
	c.MaxBody = cmp.Or(c.MaxBody, 1<<20)
	identifies := c.Logger != nil || c.Runner != nil && c.Runner.Observer() != nil
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Runner == nil {
		c.Runner = invocation.NewRunner(invocation.Limits{}, c.Logger)
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	if name := nact.Unguarded(tools); name != "" && c.View == nil {
		return nil, fmt.Errorf("endpoint: not everybody may call %s, and the handler has no View: package callers makes one for each caller", name)
	}
	contracts, err := nact.Contracts(tools)
	if err != nil {
		return nil, err
	}
	h := &Handler{
		config: c, identifies: identifies, issuer: issuer(c), root: strings.TrimSuffix(c.Root, "/"), byID: make(map[string]*tool, len(tools)),
	}
	for _, versions := range contracts {
		t := newTool(versions)
		h.byID[t.id] = t
		if t.withdrawn == nil && t.denied == nil {
			h.catalog = append(h.catalog, t)
		}
	}
	slices.SortFunc(h.catalog, func(a, b *tool) int { return strings.Compare(a.id, b.id) })
	h.enumerate = sync.OnceFunc(h.makeItems)
	go h.enumerate() // it cannot fail, and calls need not wait for it
	h.openapi = sync.OnceValue(func() *answer { return document(typeJSON, describe(c, h.root, h.catalog)) })
	h.home = sync.OnceValue(func() *answer { return document(typeHTML, h.homePage()) })
	return h, nil
}

// check returns what is wrong with the configuration, defaults filled in.
func (c *Config) check() error {
	var findings []error
	if c.Name == "" {
		findings = append(findings, errors.New("endpoint: the service has no name"))
	}
	if err := checkRoot(c.Root); err != nil {
		findings = append(findings, err)
	}
	if c.PageDefault < 1 || c.PageMax < c.PageDefault {
		findings = append(findings, fmt.Errorf("endpoint: a page of %d items by default and %d at most cannot be", c.PageDefault, c.PageMax))
	}
	if c.MaxBody < 1 {
		findings = append(findings, fmt.Errorf("endpoint: a body of at most %d bytes holds no call", c.MaxBody))
	}
	if c.Runner.Max() < 1 {
		findings = append(findings, fmt.Errorf("endpoint: at most %d invocations at one time is none", c.Runner.Max()))
	}
	return errors.Join(findings...)
}

// checkRoot accepts a root that is spelled as requests spell it.
func checkRoot(root string) error {
	if root == "" || root == "/" {
		return nil
	}
	for segment := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(root, "/"), "/"), "/") {
		if segment == "" || segment == "." || segment == ".." || url.PathEscape(segment) != segment {
			return fmt.Errorf("endpoint: root %q is no plain path such as /api/v1", root)
		}
	}
	if root[0] != '/' {
		return fmt.Errorf("endpoint: root %q does not begin with a slash", root)
	}
	return nil
}

func newTool(contracts []*nact.Contract) *tool {
	of := contracts[0].Tool()
	t := &tool{id: contracts[0].Signature().ToolID, withdrawn: withdrawalHeader(of.Withdrawn), denied: of.Denied}
	for i, contract := range slices.Backward(contracts) {
		t.versions = append(t.versions, &version{contract: contract, place: len(contracts) - 1 - i})
	}
	return t
}

// makeItems makes the bytes of the tools. A tool of one version has those that the catalog has of it.
func (h *Handler) makeItems() {
	signatures := make([]*nact.Signature, len(h.catalog))
	h.items = newItems(len(h.catalog), func(b []byte, i int) []byte {
		signatures[i] = h.catalog[i].current().contract.Signature()
		return h.catalog[i].appendVersion(b, 0)
	})
	h.index = newIndex(signatures)
	for i, t := range h.catalog {
		if len(t.versions) == 1 {
			t.items = h.items.slice(i, i+1)
		}
	}
	for _, t := range h.byID {
		if t.items.text == nil && t.denied == nil {
			t.items = newItems(len(t.versions), t.appendVersion)
		}
	}
	h.firstPage = h.toolPage(&walk{list: listTools, limit: h.config.PageDefault})
	h.firstPage.measure()
}

// appendVersion appends the signature of a version, by its place.
func (t *tool) appendVersion(b []byte, place int) []byte {
	return t.current().contract.Tool().AppendJSON(b, len(t.versions)-1-place)
}

// ServeHTTP answers one request. Whatever the path and method, an error is a
// problem document (RFC 9457).
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	to := h.route(r.URL)
	ctx := r.Context()
	var ended func(nact.Ending)
	if h.identifies && !to.health {
		request := invocation.Identify(ctx, r.Header)
		w.Header()[invocation.FieldRequestID] = request.Field()
		ctx = request
	}
	if observer := h.config.Runner.Observer(); observer != nil && to.calls(r) {
		ctx, ended = observer.Call(ctx, nact.Called{
			Face: "nact", Route: h.pattern(r.URL.Path), Tool: to.version.contract.Tool(), Signature: to.version.contract.Signature(),
		})
	}
	if ctx != r.Context() {
		r = r.WithContext(ctx)
	}
	a := h.answer(w, r, to)
	to.announce(w.Header())
	gone := invocation.Gone(r.Context())
	line := invocation.Line{Status: invocation.StatusGone, Ending: a.ending}
	if to.calls(r) {
		line.Ending.Conclude(a.status == http.StatusOK, gone)
		if ended != nil {
			line.Ending.Status = invocation.StatusGone
			if !gone {
				line.Ending.Status = a.status
			}
			ended(line.Ending)
		}
	}
	if gone {
		w.WriteHeader(invocation.StatusGone)
	} else {
		line.Status, line.Bytes, line.Lost = a.write(w, r, h.config.View)
	}
	line.Took = time.Since(start)
	h.log(r, to, &line)
}

// homePage is the page at the root, for a person who meets the service in a browser.
func (h *Handler) homePage() []byte {
	var b strings.Builder
	title, root := html.EscapeString(h.config.Title), html.EscapeString(h.root)
	fmt.Fprintf(&b, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>%s</title>\n<h1>%s</h1>\n", title, title)
	if h.config.Description != "" {
		fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(h.config.Description))
	}
	b.WriteString("<p>This is an N-ACT service: it offers tools to AI agents, to be enumerated and invoked over HTTP.</p>\n")
	fmt.Fprintf(&b, "<ul>\n<li><a href=\"%[1]s/tools\">%[1]s/tools</a>: the tools and their signatures</li>\n", root)
	fmt.Fprintf(&b, "<li><a href=\"%[1]s/tools/openapi.json\">%[1]s/tools/openapi.json</a>: the endpoints, as OpenAPI</li>\n</ul>\n", root)
	b.WriteString("<h2>Tools</h2>\n<dl>\n")
	for _, t := range h.catalog {
		signature := t.current().contract.Signature()
		writes := ""
		if t.current().contract.Tool().Writes {
			writes = " <strong>It can change something.</strong>"
		}
		fmt.Fprintf(&b, "<dt><a href=\"%s/tools/%s\">%s</a></dt>\n<dd>%s%s</dd>\n",
			root, t.id, html.EscapeString(signature.Name), html.EscapeString(signature.Description), writes)
	}
	b.WriteString("</dl>\n</html>\n")
	return []byte(b.String())
}

// log writes one line about a request: nothing of its query, header or body, and no value of an answer. l says how it ended.
func (h *Handler) log(r *http.Request, to target, l *invocation.Line) {
	if to.health {
		l.Level = slog.LevelDebug
	}
	if to.version != nil {
		l.Signature = to.version.contract.Signature()
	}
	l.Request = invocation.OfHTTP(r)
	l.Log(r.Context(), h.config.Logger)
}
