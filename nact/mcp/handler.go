// Package mcp serves tools to clients of the Model Context Protocol: revision 2026-07-28, in which every request stands for itself, and beside it
// 2025-11-25 and 2025-06-18, which begin with a handshake. One [Handler] speaks all of them, over HTTP at one address (Streamable HTTP) and over a
// stream of lines (stdio). It has tools and nothing else: no resources, no prompts, no requests to the client.
//
// The names of arguments and of members of answers are the ids of inputs and outputs.
package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/access"
	"github.com/nactgen/nactgen/nact/invocation"
)

// Config says how tools are served. Only Name is required.
type Config struct {
	Name        string             // of the service, for programs
	Title       string             // for people; empty: Name
	Description string             // for models: what the service is for; may be empty
	Version     string             // of the service; empty: "1"
	Root        string             // the path under which mcp stands; empty is "/"
	Runner      *invocation.Runner // of the invocations, shared with the other faces of the service, if there are any; nil: one of its own
	Logger      *slog.Logger       // nil: nothing is logged
	MaxBody     int64              // size of a message at most, in bytes; 0: 1 MiB
	PageSize    int                // tools on a page of tools/list; 0: 100
	Hosts       []string           // names of the service beside those of the machine itself: see [access.Rules]
	Origins     []string           // of web pages on other hosts that may call: see [access.Rules]
	Progress    Progress           // tells clients how far calls are; nil: no tool reports that
	View        *nact.View         // what the callers of this handler see, if others see something else; nil: there are no others
	Next        http.Handler       // serves all other addresses; nil: nothing is there
}

// Progress sends notifications under a token, which is JSON, of how far the steps are that report it under a context. end returns when the last one
// was sent. [ReportProgress] is the one that there is.
type Progress func(ctx context.Context, token string, notify func(message []byte)) (watched context.Context, end func())

// Handler serves tools. It is safe for concurrent use.
type Handler struct {
	config     Config
	identifies bool   // requests have IDs: there is a log, or somebody else, to whom they are told
	path       string // the address
	access     access.Rules
	server     json.RawMessage // who the service is
	tools      map[string]*nact.Contract
	catalog    func() *catalog // made when it is first asked for: schemas take longer than anything else at start
	running    running
}

// New returns a handler that serves tools, with which [nact.Verify] must find nothing wrong. The error says everything that is wrong with c.
// The tools must not be changed afterwards.
func New(c Config, tools []nact.Tool) (*Handler, error) {
	c.Title = cmp.Or(c.Title, c.Name)
	c.Version = cmp.Or(c.Version, "1")
	c.MaxBody = cmp.Or(c.MaxBody, 1<<20)
	c.PageSize = cmp.Or(c.PageSize, 100)
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
		return nil, fmt.Errorf("mcp: not everybody may call %s, and the handler has no View: package callers makes one for each caller", name)
	}
	contracts, err := nact.Contracts(byID(tools))
	if err != nil {
		return nil, err
	}
	h := &Handler{
		config:     c,
		identifies: identifies,
		path:       strings.TrimSuffix(c.Root, "/") + "/mcp",
		access:     access.Rules{Hosts: c.Hosts, Origins: c.Origins},
		server:     c.implementation(),
		tools:      names(contracts),
	}
	h.catalog = sync.OnceValue(func() *catalog { return newCatalog(c, tools) })
	return h, nil
}

// check returns what is wrong with the configuration, defaults filled in.
func (c *Config) check() error {
	var findings []error
	for _, host := range c.Hosts {
		if _, err := access.ParseHost(host); err != nil {
			findings = append(findings, fmt.Errorf("mcp: %w", err))
		}
	}
	for _, origin := range c.Origins {
		if _, err := access.ParseOrigin(origin); err != nil {
			findings = append(findings, fmt.Errorf("mcp: %w", err))
		}
	}
	if c.Name == "" {
		findings = append(findings, errors.New("mcp: the service has no name"))
	}
	if c.PageSize < 1 {
		findings = append(findings, fmt.Errorf("mcp: a page of %d tools is none", c.PageSize))
	}
	if c.MaxBody < 1 {
		findings = append(findings, fmt.Errorf("mcp: a message of at most %d bytes holds no request", c.MaxBody))
	}
	if c.Runner.Max() < 1 {
		findings = append(findings, fmt.Errorf("mcp: at most %d invocations at one time is none", c.Runner.Max()))
	}
	return errors.Join(findings...)
}

// byID returns tools whose inputs are called by their ids, so that calls and what is said of them have the names of arguments.
func byID(tools []nact.Tool) []nact.Tool {
	renamed := slices.Clone(tools)
	for i := range renamed {
		tool := &renamed[i]
		tool.Versions = slices.Clone(tool.Versions)
		for j := range tool.Versions {
			signature := &tool.Versions[j]
			signature.Inputs = slices.Clone(signature.Inputs)
			for k := range signature.Inputs {
				signature.Inputs[k].Name = signature.Inputs[k].ID
			}
		}
	}
	return renamed
}

// names returns the contracts by the names under which clients call them: the current version of a tool by the name of the tool, and every
// version by that and its number, lookup_v2. Where these are the same, the name of a tool comes before that of a version.
func names(contracts [][]*nact.Contract) map[string]*nact.Contract {
	all := make(map[string]*nact.Contract, 2*len(contracts))
	for _, versions := range contracts {
		for _, version := range versions {
			all[VersionName(version.Signature())] = version
		}
	}
	for _, versions := range contracts {
		current := versions[len(versions)-1]
		all[current.Signature().Name] = current
	}
	return all
}

// VersionName returns the name by which one version of a tool is called, whichever is the current one.
func VersionName(s *nact.Signature) string { return fmt.Sprintf("%s_v%d", s.Name, s.Version) }

// ServeHTTP answers one request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == h.path && r.URL.RawPath == "":
		h.serveMessage(w, r)
	case h.config.Next != nil:
		h.config.Next.ServeHTTP(w, r)
	default:
		http.NotFound(w, r)
	}
}

// loggedMethod is how much of a method that a client has a say in stands in a log line at most, in bytes.
const loggedMethod = 64

// entry is what the log says of a message.
type entry struct {
	transport string // the address, or how else the message came
	method    string // of JSON-RPC
	status    int
	bytes     int // of the answer
	took      time.Duration
	call      *callResult // nil: no tool was called
	lost      error       // the client did not get the whole answer
}

// log writes one line about a message: nothing of its arguments, and no value of an answer.
func (h *Handler) log(ctx context.Context, e entry) {
	line := invocation.Line{
		Request: [2]slog.Attr{slog.String("path", e.transport), slog.String("rpc", nact.Printable(e.method, loggedMethod))},
		Status:  e.status, Bytes: e.bytes, Took: e.took, Lost: e.lost,
	}
	if e.call != nil {
		line.Signature, line.Ending = e.call.signature, e.call.ending
	}
	line.Log(ctx, h.config.Logger)
}
