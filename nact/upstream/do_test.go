package upstream

import (
	"compress/gzip"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// fault returns err as a fault, without its cause.
func fault(t *testing.T, err error) nact.Fault {
	t.Helper()
	var f *nact.Fault
	if !errors.As(err, &f) {
		t.Fatalf("got %v (%T), want a fault", err, err)
	}
	plain := *f
	plain.Err = nil
	return plain
}

func TestAnswersThatAreFaults(t *testing.T) {
	const big = 1000
	tests := []struct {
		name   string
		answer http.HandlerFunc
		want   nact.Fault
	}{
		{"404", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "secret text", 404) },
			nact.Fault{UpstreamStatus: 404, Detail: "the upstream answered 404"}},
		{"500", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) },
			nact.Fault{UpstreamStatus: 500, Detail: "the upstream answered 500"}},
		{"429", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "7"); w.WriteHeader(429) },
			nact.Fault{UpstreamStatus: 429, RetryAfter: 7 * time.Second, Detail: "the upstream answered 429"}},
		{"304", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(304) },
			nact.Fault{UpstreamStatus: 304, Detail: "the upstream answered 304"}},
		{"not JSON", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "text/html") },
			nact.Fault{Breakdown: nact.Malformed, Detail: "the answer is not JSON"}},
		{"content type", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "application/;;") },
			nact.Fault{Breakdown: nact.Malformed, Detail: "the answer has a malformed content type"}},
		{"content encoding", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Encoding", "br") },
			nact.Fault{Breakdown: nact.Malformed, Detail: "the answer has a content encoding that was not asked for"}},
		{"empty", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) },
			nact.Fault{Breakdown: nact.Malformed, Detail: "the answer does not fit: it has no body"}},
		{"other kind", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"name": 1}`) },
			nact.Fault{Breakdown: nact.Malformed, Detail: "the answer does not fit: *: a number, wanted a string"}},
		{"truncated JSON", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"name": "a`) },
			nact.Fault{Breakdown: nact.Malformed, Detail: "the answer does not fit: *: malformed JSON at byte 11: it ends too early"}},
		{"truncated answer", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "20")
			io.WriteString(w, `{"name": "a"}`)
			panic(http.ErrAbortHandler)
		}, nact.Fault{Breakdown: nact.Interrupted, Detail: "the connection broke off before the answer was complete"}},
		{"no answer", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
			nact.Fault{Breakdown: nact.Interrupted, Detail: "the connection broke off before the answer was complete"}},
		{"too large", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, strings.Repeat(" ", big+1)) },
			nact.Fault{Breakdown: nact.TooLarge, Detail: "the answer is larger than 1000 bytes"}},
		{"too large without a length", func(w http.ResponseWriter, _ *http.Request) {
			w.(http.Flusher).Flush()
			io.WriteString(w, strings.Repeat(" ", big+1))
		}, nact.Fault{Breakdown: nact.TooLarge, Detail: "the answer is larger than 1000 bytes"}},
		{"too large when unpacked", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			packed := gzip.NewWriter(w)
			io.WriteString(packed, strings.Repeat(" ", big*1000))
			packed.Close()
		}, nact.Fault{Breakdown: nact.TooLarge, Detail: "the answer is larger than 1000 bytes"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			base := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				test.answer(w, r)
			})
			client := newClient(t, Config{BaseURL: base, MaxResponse: big})
			answer, err := client.Do(t.Context(), get("/"), func(d *Decoder) { Map(d, (*Decoder).String) })
			test.want.Kind, test.want.Operation = nact.BadAnswer, "weather.point"
			if got := fault(t, err); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
			if test.want.UpstreamStatus != 0 && answer.Status != int64(test.want.UpstreamStatus) {
				t.Errorf("the answer's status is %d, want %d", answer.Status, test.want.UpstreamStatus)
			}
		})
	}
}

func TestAnswersThatAreRead(t *testing.T) {
	tests := []struct {
		name   string
		answer http.HandlerFunc
	}{
		{"JSON", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
		}},
		{"other JSON", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "Application/Geo+JSON") }},
		{"malformed parameter", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json; charset")
		}},
		{"no content type", func(w http.ResponseWriter, _ *http.Request) { w.Header()["Content-Type"] = nil }},
		{"another success", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/json")
			w.WriteHeader(206)
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			base := serve(t, func(w http.ResponseWriter, r *http.Request) {
				test.answer(w, r)
				io.WriteString(w, `"ok"`)
			})
			var got string
			_, err := newClient(t, Config{BaseURL: base, MaxResponse: 4}).Do(t.Context(), get("/"), func(d *Decoder) { got = d.String() })
			if err != nil || got != "ok" {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func TestPackedAnswer(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "gzip" {
			t.Error("gzip was not asked for")
		}
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Type", "application/json")
		packed := gzip.NewWriter(w)
		io.WriteString(packed, `"ok"`)
		packed.Close()
	})
	var got string
	_, err := newClient(t, Config{BaseURL: base}).Do(t.Context(), get("/"), func(d *Decoder) { got = d.String() })
	if err != nil || got != "ok" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestIgnoredBody(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "no JSON, and longer than the limit") })
	if _, err := newClient(t, Config{BaseURL: base, MaxResponse: 4}).Do(t.Context(), get("/"), nil); err != nil {
		t.Error(err)
	}
}

func TestRefusedParameter(t *testing.T) {
	client := newClient(t, Config{BaseURL: "http://127.0.0.1:1"})
	tests := []struct {
		build func(*Call)
		kind  nact.FaultKind
		want  string
	}{
		{func(c *Call) { c.Path.Value("wfo", "..") }, nact.BadAnswer, "the request cannot be made of what was answered before: path parameter wfo: its value has a part . or .."},
		{func(c *Call) { c.Query.JSON("q", func() {}) }, nact.Internal, "the request cannot be made: query parameter q: it cannot be written as JSON"},
		{func(c *Call) { c.Header.Set("X-A", "secret\n") }, nact.BadAnswer, "the request cannot be made of what was answered before: header parameter X-A: its value holds a control character"},
		{func(c *Call) { c.Cookie.Set("", "secret") }, nact.Internal, "the request cannot be made: cookie parameter : it is not the name of a cookie"},
	}
	for _, test := range tests {
		call := get("/")
		test.build(call)
		_, err := client.Do(t.Context(), call, nil)
		want := nact.Fault{Kind: test.kind, Operation: "weather.point", Detail: test.want}
		if got := fault(t, err); !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	}
}

func TestUnreachable(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0) // it complains of the handshake
	secure.StartTLS()
	t.Cleanup(secure.Close)
	plain := serve(t, http.NotFound)
	tests := []struct{ name, base string }{
		{"no one listens", "http://" + listener.Addr().String()},
		{"unknown certificate", secure.URL},
		{"no encryption at all", "https" + strings.TrimPrefix(plain, "http")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := newClient(t, Config{BaseURL: test.base}).Do(t.Context(), get("/"), nil)
			want := nact.Fault{Kind: nact.BadAnswer, Operation: "weather.point", Breakdown: nact.Unreachable, Detail: "the upstream cannot be reached"}
			if got := fault(t, err); !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v (%v)\nwant %+v", got, errors.Unwrap(err), want)
			}
		})
	}
}

// silent is a server that answers only when its client has gone.
func silent(t *testing.T, called chan<- struct{}) string {
	return serve(t, func(_ http.ResponseWriter, r *http.Request) {
		if called != nil {
			called <- struct{}{}
		}
		<-r.Context().Done()
	})
}

func TestTimeoutOfAnAttempt(t *testing.T) {
	client := newClient(t, Config{BaseURL: silent(t, nil), Timeout: time.Hour})
	call := get("/")
	call.Timeout = 20 * time.Millisecond
	_, err := client.Do(t.Context(), call, nil)
	want := nact.Fault{Kind: nact.Timeout, Operation: "weather.point", Detail: "the upstream did not answer within 20ms"}
	if got := fault(t, err); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestTimeoutWithinTheBody(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"a":`)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	_, err := newClient(t, Config{BaseURL: base, Timeout: 50 * time.Millisecond}).Do(t.Context(), get("/"), (*Decoder).Skip)
	if got := fault(t, err); got.Kind != nact.Timeout {
		t.Errorf("got %+v, want a timeout", got)
	}
}

func TestTimeoutOfTheCaller(t *testing.T) {
	client := newClient(t, Config{BaseURL: silent(t, nil), Retry: Retry{Attempts: 5}})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := client.Do(ctx, get("/"), nil)
	want := nact.Fault{Kind: nact.Timeout, Operation: "weather.point", Detail: "the time for the whole call ran out"}
	if got := fault(t, err); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestCancellation(t *testing.T) {
	called := make(chan struct{}, 10)
	client := newClient(t, Config{BaseURL: silent(t, called), Retry: Retry{Attempts: 5}})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-called; cancel() }()
	_, err := client.Do(ctx, get("/"), nil)
	var f *nact.Fault
	if !errors.Is(err, context.Canceled) || errors.As(err, &f) || err.Error() != "weather.point: context canceled" {
		t.Errorf("got %v", err)
	}
	if len(called) > 0 {
		t.Error("a cancelled call was tried again")
	}
}

// wrapping is a transport that quotes the URL in its errors, as http.Client does.
type wrapping struct{}

func (wrapping) RoundTrip(r *http.Request) (*http.Response, error) {
	return nil, &url.Error{Op: "Get", URL: r.URL.String(), Err: io.ErrUnexpectedEOF}
}

func TestErrorsDoNotQuoteTheURL(t *testing.T) {
	client := newClient(t, Config{BaseURL: "http://host.example", Transport: wrapping{}, Auth: []Credential{APIKeyQuery("key", nact.NewSecret("s3cr3t"))}})
	_, err := client.Do(t.Context(), get("/"), nil)
	for ; err != nil; err = errors.Unwrap(err) {
		if strings.Contains(err.Error(), "s3cr3t") {
			t.Errorf("the key is in %v", err)
		}
	}
}

func TestHTTP2(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(r.Proto + " " + r.RequestURI)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	transport := NewTransport()
	transport.TLSClientConfig = &tls.Config{RootCAs: server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
	t.Cleanup(transport.CloseIdleConnections)
	call, got := get("/a%2Fb/"), ""
	call.Path.Value("p", "c/d")
	_, err := newClient(t, Config{BaseURL: server.URL, Transport: transport}).Do(t.Context(), call, func(d *Decoder) { got = d.String() })
	if want := "HTTP/2.0 /a%2Fb/c%2Fd"; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestLog(t *testing.T) {
	const secret = "s3cr3t"
	answers := []int{503, 200}
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Answer", secret)
		w.WriteHeader(answers[0])
		answers = answers[1:]
	})
	var text strings.Builder
	logger := slog.New(slog.NewTextHandler(&text, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "took_ms" && a.Value.Float64() > 0 {
			return slog.Attr{}
		}
		return a
	}}))
	client := newClient(t, Config{BaseURL: base, Logger: logger, Auth: []Credential{Bearer(nact.NewSecret(secret)), APIKeyQuery("key", nact.NewSecret(secret))}, Retry: Retry{Attempts: 2, Backoff: 1}})
	call := get("/")
	call.Query.Add("q", secret)
	call.Path.Value("p", secret)
	if _, err := client.Do(t.Context(), call, nil); err != nil {
		t.Fatal(err)
	}
	want := `level=DEBUG msg="upstream call" upstream=weather operation=weather.point attempt=1 status=503 error="weather.point: the upstream answered 503"` + "\n" +
		`level=DEBUG msg="upstream call" upstream=weather operation=weather.point attempt=2 status=200` + "\n"
	if text.String() != want {
		t.Errorf("got\n%swant\n%s", text.String(), want)
	}
}
