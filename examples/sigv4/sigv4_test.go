package sigv4

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact/upstream"
)

// sent keeps the request that a client sends.
type sent struct{ request *http.Request }

func (s *sent) RoundTrip(r *http.Request) (*http.Response, error) {
	s.request = r
	return httptest.NewRecorder().Result(), nil
}

// TestVectors: requests of clients have the signatures that AWS publishes in its test suite for Signature Version 4.
func TestVectors(t *testing.T) {
	at := time.Date(2015, time.August, 30, 12, 36, 0, 0, time.UTC)
	key := Key{ID: "AKIDEXAMPLE", Secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", Region: "us-east-1", Service: "service"}
	const scope = "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders="
	get := func(add func(*upstream.Call)) upstream.Call {
		call := upstream.Call{Method: http.MethodGet}
		add(&call)
		return call
	}
	tests := []struct {
		name, want string
		call       upstream.Call
	}{
		{"get-vanilla", "host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31", get(func(*upstream.Call) {})},
		{"get-vanilla-query-order-key-case", "host;x-amz-date, Signature=b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
			get(func(c *upstream.Call) { c.Query.Add("Param2", "value2").Add("Param1", "value1") })},
		{"post-vanilla", "host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b", upstream.Call{Method: http.MethodPost}},
		{"post-x-www-form-urlencoded", "content-type;host;x-amz-date, Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
			upstream.Call{Method: http.MethodPost, ContentType: "application/x-www-form-urlencoded", Body: []byte("Param1=value1")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			transport := new(sent)
			client, err := upstream.NewClient(upstream.Config{Name: "aws", BaseURL: "https://example.amazonaws.com", Transport: transport, Auth: []upstream.Credential{
				upstream.Signed(func(_ context.Context, request *upstream.Unsigned) error {
					key.Sign(request, at)
					return nil
				}),
			}})
			if err != nil {
				t.Fatal(err)
			}
			test.call.Path.Text("/")
			if _, err := client.Do(t.Context(), &test.call, nil); err != nil {
				t.Fatal(err)
			}
			if got := transport.request.Header.Get("Authorization"); got != scope+test.want {
				t.Errorf("got  %s\nwant %s", got, scope+test.want)
			}
		})
	}
}

// TestPage: the guide shows the package as it is.
func TestPage(t *testing.T) {
	code, err := os.ReadFile("sigv4.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/guides/credentials.md")
	if err != nil {
		t.Fatal(err)
	}
	_, sign, _ := strings.Cut(string(code), "// Sign signs")
	sign, _, _ = strings.Cut("// Sign signs"+sign, "\n}\n")
	if !strings.Contains(string(page), sign) {
		t.Errorf("the page does not have\n%s\n}", sign)
	}
}
