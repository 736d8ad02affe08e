package endpoint

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/health"
)

// methods of the endpoints, as an Allow field spells them.
const (
	reads   = "GET, HEAD"
	invokes = "POST"
)

// target is where a path leads: an endpoint, the methods that it has, and what of the catalog it is about.
type target struct {
	serve   func(*Handler, http.ResponseWriter, *http.Request, target) *answer // nil: the path leads nowhere, and missing says why
	allow   string
	tool    *tool
	version *version
	health  bool // too frequent for the log
	missing string
}

// Why an address leads nowhere although another spelling of it would lead somewhere.
const (
	missingEscaped = "Nothing is at this address: no address of this service has escapes."
	missingSlash   = "A tool is invoked at an address without a slash at its end."
	missingCase    = "A tool is invoked by its ID in lower case."
)

// route finds the target of a URL. Each address has one spelling, so that a rule of a proxy about the address of a tool
// holds: nothing in it is escaped, which net/url tells by RawPath. Only to read, one slash at the end and the case of an
// ID make no difference.
func (h *Handler) route(u *url.URL) target {
	if u.RawPath != "" {
		return target{missing: missingEscaped}
	}
	path := u.Path
	switch path {
	case health.Live, health.Ready:
		return target{serve: (*Handler).serveHealth, allow: reads, health: true}
	}
	rest, found := strings.CutPrefix(path, h.root)
	if !found || rest != "" && rest[0] != '/' {
		return target{missing: "Nothing is at this address."}
	}
	rest, slash := strings.CutSuffix(rest, "/")
	switch rest {
	case "":
		return target{serve: (*Handler).serveHome, allow: reads}
	case "/tools":
		return target{serve: (*Handler).serveTools, allow: reads}
	case "/tools/openapi.json":
		return target{serve: (*Handler).serveOpenAPI, allow: reads}
	}
	if rest, found = strings.CutPrefix(rest, "/tools/"); found {
		to := h.routeTool(rest)
		if slash && to.allow == invokes {
			return target{missing: missingSlash}
		}
		return to
	}
	return target{missing: "Nothing is at this address."}
}

// routeTool finds the target of what follows /tools/ in a path.
func (h *Handler) routeTool(path string) target {
	path, invoke := strings.CutSuffix(path, ":invoke")
	id, rest, nested := strings.Cut(path, "/")
	t := h.byID[strings.ToLower(id)]
	if t == nil {
		return target{missing: "No tool has this ID."}
	}
	if invoke && id != t.id {
		return target{missing: missingCase}
	}
	if !nested {
		return signatureTarget(t, t.current(), invoke)
	}
	if rest == "versions" && !invoke {
		return target{serve: (*Handler).serveVersions, allow: reads, tool: t}
	}
	number, found := strings.CutPrefix(rest, "versions/")
	if !found {
		return target{missing: "Nothing is at this address."}
	}
	v := t.numbered(number)
	if v == nil {
		return target{missing: "The tool has no such version."}
	}
	return signatureTarget(t, v, invoke)
}

// signatureTarget is a version of a tool, to be read or to be invoked.
func signatureTarget(t *tool, v *version, invoke bool) target {
	if invoke {
		return target{serve: (*Handler).serveInvoke, allow: invokes, tool: t, version: v}
	}
	return target{serve: (*Handler).serveSignature, allow: reads, tool: t, version: v}
}

// numbered returns the version with that number, or nil. A number has one spelling.
func (t *tool) numbered(number string) *version {
	for _, v := range t.versions {
		if strconv.Itoa(v.number()) == number {
			return v
		}
	}
	return nil
}

// permits reports whether the target has the method.
func (t target) permits(method string) bool {
	if t.allow == invokes {
		return method == http.MethodPost
	}
	return method == http.MethodGet || method == http.MethodHead
}

// calls reports whether a request that leads here calls a tool.
func (t target) calls(r *http.Request) bool { return t.allow == invokes && t.permits(r.Method) }

// pattern returns the address of a call with the names of what differs between tools, as openapi.json has it.
func (h *Handler) pattern(path string) string {
	if strings.Contains(path[len(h.root):], "/versions/") {
		return h.root + "/tools/{toolID}/versions/{version}:invoke"
	}
	return h.root + "/tools/{toolID}:invoke"
}

func (h *Handler) answer(w http.ResponseWriter, r *http.Request, to target) *answer {
	if to.serve == nil {
		return plainProblem(http.StatusNotFound, to.missing)
	}
	if to.tool != nil && to.tool.denied != nil {
		return denial(to.tool.denied, r.URL.Path)
	}
	if !to.permits(r.Method) {
		a := plainProblem(http.StatusMethodNotAllowed, "This address takes "+to.allow+".")
		a.header = http.Header{"Allow": {to.allow}}
		return a
	}
	return to.serve(h, w, r, to)
}

func (h *Handler) serveHome(http.ResponseWriter, *http.Request, target) *answer { return h.home() }

func (h *Handler) serveOpenAPI(http.ResponseWriter, *http.Request, target) *answer {
	return h.openapi()
}

func (h *Handler) serveTools(_ http.ResponseWriter, r *http.Request, _ target) *answer {
	h.enumerate()
	return h.tools(r.URL.RawQuery)
}

func (h *Handler) serveVersions(_ http.ResponseWriter, r *http.Request, to target) *answer {
	h.enumerate()
	return h.versions(to.tool, r.URL.RawQuery)
}

func (h *Handler) serveSignature(_ http.ResponseWriter, _ *http.Request, to target) *answer {
	h.enumerate()
	return to.tool.items.document(to.version.place)
}

func (h *Handler) serveHealth(http.ResponseWriter, *http.Request, target) *answer {
	return &answer{status: http.StatusOK, media: typeJSON, body: []byte(health.Body)}
}

// withdrawalHeader returns the fields of answers about a withdrawn tool: Deprecation (RFC 9745), whose value is a date
// and nothing else, and Sunset (RFC 8594) if that is decided. It is nil for a tool that is not withdrawn.
func withdrawalHeader(w *nact.Withdrawal) http.Header {
	if w == nil {
		return nil
	}
	since := int64(0)
	if !w.Since.IsZero() {
		since = w.Since.Unix()
	}
	header := http.Header{"Deprecation": {"@" + strconv.FormatInt(since, 10)}}
	if !w.Sunset.IsZero() {
		header["Sunset"] = []string{w.Sunset.UTC().Format(http.TimeFormat)}
	}
	return header
}

// announce says in the header of an answer that the tool at the address is withdrawn. Errors say so too.
func (t target) announce(header http.Header) {
	if t.tool == nil {
		return
	}
	for name, values := range t.tool.withdrawn {
		header[name] = values
	}
}
