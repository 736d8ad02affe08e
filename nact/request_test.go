package nact

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// TestAppendRequest: a line of the log says which request it is about, and who has sent it, whatever a caller is called.
func TestAppendRequest(t *testing.T) {
	request := func(trace string) context.Context { return NewRequest(t.Context(), "r1", trace) }
	tests := []struct {
		name string
		ctx  context.Context
		want string
	}{
		{"no request", WithCaller(t.Context(), &Caller{ID: "oidc:ann"}), "[]"},
		{"a request", request(""), "[request_id=r1]"},
		{"in a trace", request("0af7"), "[request_id=r1 trace_id=0af7]"},
		{"a caller", WithCaller(request("0af7"), &Caller{ID: "oidc:ann"}), "[request_id=r1 trace_id=0af7 caller=oidc:ann]"},
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
