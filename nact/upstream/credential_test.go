package upstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// TestCredentialIsAskedForEachCall: what a credential sends may be another text for each call, and why there is none is why the call fails.
func TestCredentialIsAskedForEachCall(t *testing.T) {
	var sent []string
	base := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		sent = append(sent, r.Header.Get("Authorization")+" "+r.URL.RawQuery)
	})
	asked := 0
	numbered := func(ctx context.Context, client *Client) (string, error) {
		if asked++; asked > 4 {
			return "", &nact.Fault{Kind: nact.BadAnswer, Detail: "the server of tokens answered 503"}
		}
		if client.transport == nil || ctx != t.Context() {
			t.Error("it is asked without the context of the call, or without what it could ask for a token with")
		}
		return fmt.Sprintf("t%d", asked), nil
	}
	client := newClient(t, Config{BaseURL: base, Auth: []Credential{
		newCredential("header", "authorization", numbered), newCredential("query", "key", numbered),
	}})
	call := func() error {
		_, err := client.Do(t.Context(), &Call{Operation: "notes.read", Method: http.MethodGet, Path: get("/").Path}, nil)
		return err
	}
	for range 2 {
		if err := call(); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := fmt.Sprint(sent), "[t1 key=t2 t3 key=t4]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var fault *nact.Fault
	if err := call(); !errors.As(err, &fault) || fault.Kind != nact.BadAnswer || fault.Operation != "notes.read" || len(sent) != 2 {
		t.Errorf("got %v, and %d requests", err, len(sent))
	}
}

// TestNoCredential: a call for which a credential cannot be had is not made. Why that is goes to the log, and to the agent only if it is a fault.
func TestNoCredential(t *testing.T) {
	const secret = "https://tokens.example.com/?client_secret=s3cr3t"
	over, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	refused := &url.Error{Op: "Post", URL: secret, Err: errors.New("connection refused")}
	bad := nact.Fault{Kind: nact.BadAnswer, Operation: "notes.read", Detail: "a credential could not be had"}
	tests := []struct {
		name      string
		ctx       context.Context
		within    time.Duration
		err       error
		want      nact.Fault // without its cause
		logged    string     // of the cause
		cancelled bool
	}{
		{name: "an error", err: errors.New("the answer was: no such client"), want: bad, logged: "no such client"},
		{name: "an error with a URL", err: fmt.Errorf("asking for a token: %w", refused), want: bad, logged: "connection refused"},
		{
			name: "a fault", err: &nact.Fault{Kind: nact.Timeout, Detail: "the server of tokens did not answer"},
			want: nact.Fault{Kind: nact.Timeout, Operation: "notes.read", Detail: "the server of tokens did not answer"},
		},
		{name: "the caller has left", ctx: over, err: context.Canceled, cancelled: true},
		{
			name: "the time is over", ctx: late, err: &url.Error{Op: "Post", URL: secret, Err: context.DeadlineExceeded},
			want: nact.Fault{Kind: nact.Timeout, Operation: "notes.read", Detail: "the time for the whole call ran out"}, logged: "deadline",
		},
		{
			name: "the time of the call is over", within: time.Millisecond,
			want: nact.Fault{Kind: nact.Timeout, Operation: "notes.read", Detail: "the time for the step ran out"}, logged: "deadline",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			client := newClient(t, Config{
				BaseURL: "http://127.0.0.1:1",
				Auth: []Credential{newCredential("query", "key", func(ctx context.Context, _ *Client) (string, error) {
					if test.err != nil {
						return "", test.err
					}
					if _, limited := ctx.Deadline(); !limited {
						return "", errors.New("the time of the call is no limit")
					}
					<-ctx.Done()
					return "", ctx.Err()
				})},
			})
			call := &Call{Operation: "notes.read", Method: http.MethodGet, Path: get("/").Path, Options: Options{Within: test.within}}
			_, err := client.Do(cmp.Or(test.ctx, t.Context()), call, nil)
			if test.cancelled {
				if fault := (*nact.Fault)(nil); !errors.Is(err, context.Canceled) || errors.As(err, &fault) {
					t.Errorf("got %v", err)
				}
				return
			}
			if got := fault(t, err); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
			if cause := fmt.Sprint(errors.Unwrap(err)); !strings.Contains(cause, test.logged) || strings.Contains(cause, "s3cr3t") {
				t.Errorf("for the log: %s", cause)
			}
		})
	}
}
