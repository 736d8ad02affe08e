package nact

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// TestAppendRequest: a line of the log says which request it is about, and who has sent it, whatever a caller is called.
func TestAppendRequest(t *testing.T) {
	const id = "0af7651916cd43dd8448eb211c80319c"
	request := func(parent string) *Request { return NewRequest(t.Context(), "r1", NewTrace(parent, "")) }
	traced := request("00-" + id + "-b7ad6b7169203331-01")
	own := request("")
	own.SetTrace(Trace{Parent: "00-" + id + "-00f067aa0ba902b7-01", Own: true})
	tests := []struct {
		name string
		ctx  context.Context
		want string
	}{
		{"no request", WithCaller(t.Context(), &Caller{ID: "oidc:ann"}), "[]"},
		{"a request", request(""), "[request_id=r1]"},
		{"in a trace", traced, "[request_id=r1 trace_id=" + id + "]"},
		{"with a span of its own", own, "[request_id=r1 trace_id=" + id + " span_id=00f067aa0ba902b7]"},
		{"a caller", WithCaller(traced, &Caller{ID: "oidc:ann"}), "[request_id=r1 trace_id=" + id + " caller=oidc:ann]"},
		{"a caller with a long name", WithCaller(request(""), &Caller{ID: strings.Repeat("x", 1000)}), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := fmt.Sprint(AppendRequest(tt.ctx, nil))
			if tt.want != "" && got != tt.want || len(got) > 2*loggedCaller {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
