package endpoint

import (
	"net/http"

	"github.com/nactgen/nactgen/nact/health"
)

// statusGone stands where the client left before its answer. It is sent too, because without any status net/http sends
// 200, which a client that has only half closed its connection would believe.
const statusGone = 499

func (h *Handler) answer(w http.ResponseWriter, r *http.Request, to target) *answer {
	if to.serve == nil {
		return plainProblem(http.StatusNotFound, to.missing)
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
