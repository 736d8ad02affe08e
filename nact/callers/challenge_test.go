package callers_test

import (
	"net/http"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/callers"
)

// shown proves callers by what their connection has shown: no challenge asks for that.
type shown struct{}

func (shown) Authenticate(r *http.Request) (*nact.Caller, error) {
	switch name := r.Header.Get("Shown"); name {
	case "":
		return nil, nil
	case "unknown":
		return nil, &callers.Refused{Reason: "Nobody has that name."}
	default:
		return &nact.Caller{ID: name, Scopes: []string{"it.read"}}, nil
	}
}

func (shown) Schemes() []callers.Scheme {
	return []callers.Scheme{{Name: "mutualTLS", JSON: `{"type":"mutualTLS"}`}}
}

// TestWithoutChallenge: where nothing can be asked for, callers who are not let in get 403, since a 401 has to have a challenge.
func TestWithoutChallenge(t *testing.T) {
	toolCall := rpc("tools/call", `{"name":"write_it"}`)
	for name, test := range map[string]struct {
		path, shown, body string
		public            bool
	}{
		"nobody":                               {"/tools", "", "", false},
		"nobody over MCP":                      {"/mcp", "", toolCall, false},
		"nobody, beside a public tool":         {"/tools/" + writeID + ":invoke", "", call("write_it"), true},
		"nobody over MCP, beside a public one": {"/mcp", "", toolCall, true},
		"unknown":                              {"/tools", "unknown", "", true},
		"too little":                           {"/tools/" + writeID + ":invoke", "a", call("write_it"), false},
		"too little over MCP":                  {"/mcp", "a", toolCall, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newService(t, shown{}, test.public)
			answer := s.ask(test.path, "", test.body, "Mcp-Protocol-Version", revision, "Shown", test.shown)
			if fields, there := answer.Header["Www-Authenticate"]; answer.StatusCode != 403 || there || len(s.calls) > 0 {
				t.Errorf("got %d with the challenge %q, and %v ran", answer.StatusCode, fields, s.calls)
			}
		})
	}
}
