package problem

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestRefuse(t *testing.T) {
	const document = `{"type":"about:blank","title":"Not Found","status":404,"detail":"There is no \"x\"."}`
	for method, want := range map[string]string{http.MethodGet: document, http.MethodHead: ""} {
		recorder := httptest.NewRecorder()
		Refuse(recorder, httptest.NewRequest(method, "/x", nil), http.StatusNotFound, `There is no "x".`)
		header := recorder.Header()
		if recorder.Code != http.StatusNotFound || recorder.Body.String() != want || header.Get("Content-Type") != Media || header.Get("Content-Length") != "85" ||
			header.Get("Cache-Control") != "no-store" || header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: got %d %v %s", method, recorder.Code, header, recorder.Body)
		}
	}
}
