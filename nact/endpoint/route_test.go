package endpoint_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/invocation"
)

const call = `{"name":"lookup_forecast","input_parameters":[{"name":"City","value":"Omaha"}]}`

func TestMethods(t *testing.T) {
	server := serve(t, endpoint.Config{}, new(forecastTool).tool())
	tests := []struct{ path, allow string }{
		{"/", "GET, HEAD"},
		{"/tools", "GET, HEAD"},
		{"/tools/openapi.json", "GET, HEAD"},
		{"/tools/" + forecastID, "GET, HEAD"},
		{"/tools/" + forecastID + "/versions", "GET, HEAD"},
		{"/tools/" + forecastID + "/versions/1", "GET, HEAD"},
		{"/tools/" + forecastID + ":invoke", "POST"},
		{"/tools/" + forecastID + "/versions/1:invoke", "POST"},
		{"/healthz", "GET, HEAD"},
		{"/readyz", "GET, HEAD"},
	}
	for _, test := range tests {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"} {
			t.Run(method+" "+test.path, func(t *testing.T) {
				body := ""
				if method == "POST" {
					body = call
				}
				got := do(t, method, server.URL+test.path, body, "Content-Type", "application/json")
				if strings.Contains(test.allow, method) {
					if got.status != http.StatusOK {
						t.Errorf("got %d %s", got.status, got.body)
					}
					return
				}
				if got.status != http.StatusMethodNotAllowed || got.header.Get("Allow") != test.allow {
					t.Errorf("got %d, Allow: %s; want 405, Allow: %s", got.status, got.header.Get("Allow"), test.allow)
				}
				if method != "HEAD" {
					got.problem(t, http.StatusMethodNotAllowed)
				}
			})
		}
	}
}

func TestHead(t *testing.T) {
	server := serve(t, endpoint.Config{}, new(forecastTool).tool())
	for _, path := range []string{"/", "/tools", "/tools?pageLimit=1", "/tools/openapi.json", "/tools/" + forecastID, "/tools/" + forecastID + "/versions", "/tools/" + forecastID + "/versions/1", "/healthz", "/nowhere"} {
		t.Run(path, func(t *testing.T) {
			want, got := get(t, server.URL+path), do(t, "HEAD", server.URL+path, "")
			want.header.Del("Date")
			got.header.Del("Date")
			if got.body != "" || got.status != want.status {
				t.Errorf("HEAD: %d with body %q, GET: %d", got.status, got.body, want.status)
			}
			for name := range want.header {
				if got.header.Get(name) != want.header.Get(name) {
					t.Errorf("HEAD: %s: %s, GET: %s", name, got.header.Get(name), want.header.Get(name))
				}
			}
		})
	}
}

func TestNotFound(t *testing.T) {
	server := serve(t, endpoint.Config{}, new(forecastTool).tool())
	tests := []struct{ name, path, detail string }{
		{"no endpoint", "/nowhere", "Nothing is at this address."},
		{"a longer word", "/toolset", "Nothing is at this address."},
		{"another tool", "/tools/" + tidesID, "No tool has this ID."},
		{"no ID", "/tools/lookup_forecast", "No tool has this ID."},
		{"no tool to invoke", "/tools/" + tidesID + ":invoke", "No tool has this ID."},
		{"nothing to invoke", "/tools/:invoke", "No tool has this ID."},
		{"another action", "/tools/" + forecastID + ":describe", "No tool has this ID."},
		{"the tools are no tool", "/tools:invoke", "Nothing is at this address."},
		{"below a tool", "/tools/" + forecastID + "/history", "Nothing is at this address."},
		{"all versions invoked", "/tools/" + forecastID + "/versions:invoke", "Nothing is at this address."},
		{"a version there is not", "/tools/" + forecastID + "/versions/3", "The tool has no such version."},
		{"version 0", "/tools/" + forecastID + "/versions/0", "The tool has no such version."},
		{"version with a leading zero", "/tools/" + forecastID + "/versions/01", "The tool has no such version."},
		{"version with a sign", "/tools/" + forecastID + "/versions/+1", "The tool has no such version."},
		{"version that is a word", "/tools/" + forecastID + "/versions/latest", "The tool has no such version."},
		{"version beyond all ints", "/tools/" + forecastID + "/versions/99999999999999999999", "The tool has no such version."},
		{"version to invoke there is not", "/tools/" + forecastID + "/versions/3:invoke", "The tool has no such version."},
		{"below a version", "/tools/" + forecastID + "/versions/1/x", "The tool has no such version."},
	}
	for _, test := range tests {
		for _, method := range []string{"GET", "POST"} {
			t.Run(method+" "+test.name, func(t *testing.T) {
				got := do(t, method, server.URL+test.path, call, "Content-Type", "application/json")
				if p := got.problem(t, http.StatusNotFound); p.Detail != test.detail {
					t.Errorf("got %q, want %q", p.Detail, test.detail)
				}
			})
		}
	}
}

func TestRoots(t *testing.T) {
	for _, root := range []string{"", "/", "/api", "/api/", "/api/v1.2"} {
		t.Run("root "+root, func(t *testing.T) {
			server := serve(t, endpoint.Config{Root: root}, new(forecastTool).tool())
			base := server.URL + strings.TrimSuffix(root, "/")
			noRedirect := &http.Client{CheckRedirect: func(r *http.Request, _ []*http.Request) error {
				t.Errorf("redirected to %s", r.URL)
				return http.ErrUseLastResponse
			}}
			for _, path := range []string{"", "/", "/tools", "/tools/", "/tools/openapi.json", "/tools/" + forecastID, "/tools/" + forecastID + "/", "/tools/" + forecastID + "/versions", "/tools/" + forecastID + "/versions/", "/tools/" + forecastID + "/versions/2"} {
				answer, err := noRedirect.Get(base + path)
				if err != nil {
					t.Fatal(err)
				}
				answer.Body.Close()
				if answer.StatusCode != http.StatusOK {
					t.Errorf("GET %s: %d", path, answer.StatusCode)
				}
			}
			for _, path := range []string{"/tools/" + forecastID + ":invoke", "/tools/" + forecastID + "/versions/1:invoke"} {
				if got := post(t, base+path, call); got.status != http.StatusOK {
					t.Errorf("POST %s: %d %s", path, got.status, got.body)
				}
			}
			for _, path := range []string{"/healthz", "/readyz"} {
				if got := get(t, server.URL+path); got.status != http.StatusOK || got.body != `{"status":"ok"}` {
					t.Errorf("GET %s: %d %s", path, got.status, got.body)
				}
			}
			home := get(t, base+"/")
			if link := `href="` + strings.TrimSuffix(root, "/") + `/tools"`; !strings.Contains(home.body, link) {
				t.Errorf("the page lacks %s:\n%s", link, home.body)
			}
		})
	}
}

// A proxy that lets nobody through to an address can rely on it: no other spelling invokes, and none with escapes reads.
func TestOneSpelling(t *testing.T) {
	const tool = "/tools/" + forecastID
	upper := strings.ToUpper(forecastID)
	tests := []struct{ name, method, path string }{
		{"escaped colon", "POST", tool + "%3Ainvoke"},
		{"escaped colon in lower case", "POST", tool + "%3ainvoke"},
		{"escaped colon of a version", "POST", tool + "/versions/1%3Ainvoke"},
		{"escaped letter of the action", "POST", tool + ":%69nvoke"},
		{"escaped digit of the ID", "POST", "/tools/%30" + forecastID[1:] + ":invoke"},
		{"escaped letter of tools", "POST", "/%74ools/" + forecastID + ":invoke"},
		{"escaped slash", "POST", "/tools%2F" + forecastID + ":invoke"},
		{"escaped digit of a version", "POST", tool + "/versions/%31:invoke"},
		{"escape at the end", "POST", tool + ":invoke%2F"},
		{"escaped space", "POST", tool + ":invoke%20"},
		{"escaped zero", "POST", tool + ":invoke%00"},
		{"slash at the end", "POST", tool + ":invoke/"},
		{"slash at the end of a version", "POST", tool + "/versions/1:invoke/"},
		{"two slashes", "POST", "//tools/" + forecastID + ":invoke"},
		{"two slashes within", "POST", "/tools//" + forecastID + ":invoke"},
		{"dot segment", "POST", "/tools/./" + forecastID + ":invoke"},
		{"dots back", "POST", "/tools/x/../" + forecastID + ":invoke"},
		{"path parameter", "POST", tool + ";x:invoke"},
		{"path parameter of the action", "POST", tool + ":invoke;x"},
		{"ID in upper case", "POST", "/tools/" + upper + ":invoke"},
		{"ID of a version in upper case", "POST", "/tools/" + upper + "/versions/1:invoke"},
		{"action in upper case", "POST", tool + ":INVOKE"},
		{"escapes in what is read", "GET", "/tool%73"},
		{"escapes in a tool that is read", "GET", "/tools/%30" + forecastID[1:]},
		{"escapes in a health check", "GET", "/%68ealthz"},
	}
	for _, root := range []string{"", "/api"} {
		var tool forecastTool
		server := serve(t, endpoint.Config{Root: root}, tool.tool())
		for _, test := range tests {
			t.Run(root+" "+test.name, func(t *testing.T) {
				do(t, test.method, server.URL+root+test.path, call, "Content-Type", "application/json").problem(t, http.StatusNotFound)
			})
		}
		if tool.calls != 0 {
			t.Errorf("the tool was called %d times", tool.calls)
		}
	}
}

func TestOutsideRoot(t *testing.T) {
	server := serve(t, endpoint.Config{Root: "/api"}, new(forecastTool).tool())
	for _, path := range []string{"/", "/tools", "/apitools", "/apis", "/api//tools", "/API/tools", "/api/healthz"} {
		get(t, server.URL+path).problem(t, http.StatusNotFound)
	}
}

func TestHomePage(t *testing.T) {
	server := serve(t, endpoint.Config{Title: "Weather <b>", Description: "Skies & seas."}, new(forecastTool).tool())
	got := get(t, server.URL+"/")
	if media := got.header.Get("Content-Type"); media != "text/html; charset=utf-8" {
		t.Errorf("the page is %s", media)
	}
	for _, want := range []string{
		"<h1>Weather &lt;b&gt;</h1>", "<p>Skies &amp; seas.</p>", "N-ACT", `<a href="/tools">`, `<a href="/tools/openapi.json">`,
		`<a href="/tools/` + forecastID + `">lookup_forecast</a>`, "Look up a &lt;forecast&gt; &amp; more.",
	} {
		if !strings.Contains(got.body, want) {
			t.Errorf("the page lacks %s:\n%s", want, got.body)
		}
	}
}

func TestConfigIsChecked(t *testing.T) {
	tests := []struct {
		name   string
		config endpoint.Config
		want   string
	}{
		{"no name", endpoint.Config{}, "endpoint: the service has no name"},
		{"relative root", endpoint.Config{Name: "x", Root: "api"}, `endpoint: root "api" does not begin with a slash`},
		{"root with a dot segment", endpoint.Config{Name: "x", Root: "/api/.."}, `endpoint: root "/api/.." is no plain path such as /api/v1`},
		{"root with an empty segment", endpoint.Config{Name: "x", Root: "//api"}, `endpoint: root "//api" is no plain path such as /api/v1`},
		{"root with a query", endpoint.Config{Name: "x", Root: "/api?x"}, `endpoint: root "/api?x" is no plain path such as /api/v1`},
		{"default above the maximum", endpoint.Config{Name: "x", PageDefault: 9, PageMax: 8}, "endpoint: a page of 9 items by default and 8 at most cannot be"},
		{"negative page", endpoint.Config{Name: "x", PageDefault: -1}, "endpoint: a page of -1 items by default and 500 at most cannot be"},
		{"negative number of invocations", endpoint.Config{Name: "x", Runner: invocation.NewRunner(invocation.Limits{Calls: -1}, nil)}, "endpoint: at most -1 invocations at one time is none"},
		{"negative body", endpoint.Config{Name: "x", MaxBody: -1}, "endpoint: a body of at most -1 bytes holds no call"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := endpoint.New(test.config, nil); err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}
