package invocation

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

func TestIdentify(t *testing.T) {
	made := regexp.MustCompile(`^[0-9a-f]{16}$`)
	tests := map[string]struct {
		given []string
		want  string // empty: one is made
	}{
		"a UUID":               {[]string{"8e03978e-40d5-43e8-bc93-6894a57f9324"}, "8e03978e-40d5-43e8-bc93-6894a57f9324"},
		"that of a balancer":   {[]string{"Root=1-67891233-abcdef012345678912345678"}, "Root=1-67891233-abcdef012345678912345678"},
		"the longest":          {[]string{strings.Repeat("x", 128)}, strings.Repeat("x", 128)},
		"none":                 {nil, ""},
		"an empty one":         {[]string{""}, ""},
		"two":                  {[]string{"a", "a"}, ""},
		"too long a one":       {[]string{strings.Repeat("x", 129)}, ""},
		"one with a space":     {[]string{"a b"}, ""},
		"one that ends a line": {[]string{"a\nb"}, ""},
		"one that is quoted":   {[]string{`"a"`}, ""},
		"one in other letters": {[]string{"é"}, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := Identify(t.Context(), http.Header{FieldRequestID: test.given})
			if got := r.ID(); got != test.want && (test.want != "" || !made.MatchString(got)) {
				t.Errorf("got %q", got)
			}
			if again := Identify(r, nil); again != r {
				t.Error("a request got a second ID")
			}
		})
	}
	if one, other := Identify(t.Context(), nil), Identify(t.Context(), nil); one.ID() == other.ID() {
		t.Error("two requests have the same ID")
	}
}

// What is logged within a request says which one it is, and so does what is logged in contexts made of it.
func TestRequestInTheLog(t *testing.T) {
	header := http.Header{FieldRequestID: {"one"}, "Traceparent": {"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}
	ctx, cancel := context.WithCancel(Identify(t.Context(), header))
	defer cancel()
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	line := Line{Request: [2]slog.Attr{slog.String("path", "stdio"), slog.String("rpc", "tools/call")}, Status: 200, Took: 1234567, Bytes: 9,
		Signature: &nact.Signature{Name: "book", Version: 2}, Ending: nact.Ending{Outcome: nact.Succeeded, DryRun: true}}
	line.Log(ctx, logger)
	const want = "level=INFO msg=request path=stdio rpc=tools/call status=200 took_ms=1.234 bytes=9 " +
		"request_id=one trace_id=0af7651916cd43dd8448eb211c80319c tool=book version=2 outcome=success dry_run=true\n"
	if log.String() != want {
		t.Errorf("\n got %swant %s", &log, want)
	}
}
