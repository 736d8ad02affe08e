package upstream

import (
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// linking is a call to which a link is given.
func linking(link string) *Call {
	call := get("/items")
	call.Query.Add("size", "10")
	call.Link = link
	return call
}

// TestLink: a call goes where the link leads from where it would have gone, with its headers and the client's credentials.
func TestLink(t *testing.T) {
	a, _, sent := redirects(t, nil)
	host := strings.TrimPrefix(a, "http://")
	tests := []struct{ link, want string }{
		{"", "/v1/items?size=10&key=s3cr3t"},
		{"?page=2", "/v1/items?page=2&key=s3cr3t"},
		{"more?page=2", "/v1/more?page=2&key=s3cr3t"},
		{"./more/../x", "/v1/x?key=s3cr3t"},
		{"/v1/items?page=2", "/v1/items?page=2&key=s3cr3t"},
		{"/v1?page=2", "/v1?page=2&key=s3cr3t"},
		{"//" + host + "/v1/x", "/v1/x?key=s3cr3t"},
		{a + "/v1/items?page=2#there", "/v1/items?page=2&key=s3cr3t"},
		{strings.ToUpper(a) + "/v1/x", "/v1/x?key=s3cr3t"},
		{"?key=old&page=2&k%65y=other", "/v1/items?page=2&key=s3cr3t"},
		{"#there", "/v1/items?size=10&key=s3cr3t"},
		{"/v1/a%2Fb/%7E", "/v1/a%2Fb/%7E?key=s3cr3t"},
		{"/v1/\u00fc b?q=\u00fc b&r=%C3%BC+\"<>", "/v1/%C3%BC%20b?q=%C3%BC%20b&r=%C3%BC+%22%3C%3E&key=s3cr3t"},
		{"/v1/..a/.b/c..;x=..", "/v1/..a/.b/c..;x=..?key=s3cr3t"},
	}
	client := secretClient(t, a+"/v1")
	for _, test := range tests {
		t.Run(test.link, func(t *testing.T) {
			*sent = nil
			if _, err := client.Do(t.Context(), linking(test.link), nil); err != nil {
				t.Fatal(err)
			}
			got := (*sent)[0]
			if got.target != host+test.want || got.header.Get("Authorization") != "Bearer s3cr3t" || got.header.Get("X-Tenant") == "" {
				t.Errorf("got  %s %v\nwant %s", got.target, got.header, host+test.want)
			}
		})
	}
}

// TestLinkElsewhere: nothing is sent to where a link leads that leaves the origin or the base path, also where another host may be redirected to.
func TestLinkElsewhere(t *testing.T) {
	a, b, sent := redirects(t, nil)
	host := strings.TrimPrefix(a, "http://")
	client := secretClient(t, a+"/v1", b)
	for _, link := range []string{
		b + "/v1/items", "//metadata.invalid/v1/items", "https://" + host + "/v1/items", "ftp://" + host + "/v1/items", "file:///v1/items",
		"http:///v1/items", "http:v1/items", "mailto:a@b.example", "javascript:alert(1)",
		"http://user:s3cr3t@" + host + "/v1/items", "//user@" + host + "/v1/items", a + "@metadata.invalid/v1/items",
		"/", "/v2/items", "/v10/items", "/v1%2Fitems", "../items", "/v1/../v2", "../../../v1x",
		"/v1/%2e%2e/v2", "/v1/%2E%2e", "/v1/.%2e;x/v2", "/v1/..%2Fv2", "/v1/..%5cv2", "/v1/..\\v2", "/v1/a%5c..%5c..%5cv2", "/v1/%2e/items",
		"http://[::1", "/v1/%zz", "/v1/\x00", "/v1/\r\nX-A: b", ":", "http://" + host + ":99999999/v1/items",
	} {
		t.Run(link, func(t *testing.T) {
			_, err := client.Do(t.Context(), linking(link), nil)
			want := nact.Fault{Kind: nact.BadAnswer, Operation: "weather.point", Detail: "the upstream's next link leads elsewhere"}
			if got := fault(t, err); !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			if strings.Contains(err.Error(), "s3cr3t") {
				t.Errorf("the error quotes the link: %v", err)
			}
		})
	}
	if len(*sent) > 0 {
		t.Errorf("sent %v", *sent)
	}
}

// TestRedirectWithSpaces: a redirect's query is sent in one piece, too.
func TestRedirectWithSpaces(t *testing.T) {
	a, _, sent := redirects(t, map[string]string{"/from": "/to?q=a b"})
	if _, err := newClient(t, Config{BaseURL: a}).Do(t.Context(), get("/from"), nil); err != nil {
		t.Fatal(err)
	}
	if got := (*sent)[1].target; !strings.HasSuffix(got, "/to?q=a%20b") {
		t.Errorf("got %s", got)
	}
}

// FuzzLink holds that no link makes a call leave its origin and base path, whoever resolves the path once more, or break out of the request line.
func FuzzLink(f *testing.F) {
	for _, seed := range []string{
		"?page=2", "/v1/x", "//host.example/v1", "https://api.example.com/v1/a?key=1#f", "/v1/%2e%2e/x", "..%5c", "a;b=..", "\\\\x", "https:/v1", "https://a@api.example.com/v1", " /v1", "?a b",
	} {
		f.Add(seed)
	}
	client, err := NewClient(Config{Name: "weather", BaseURL: "https://api.example.com/v1", Auth: []Credential{APIKeyQuery("key", nact.NewSecret("s3cr3t"))}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, link string) {
		r, err := client.prepare(t.Context(), linking(link), nil)
		if err != nil {
			if got := err.(*nact.Fault); got.Kind != nact.BadAnswer {
				t.Fatalf("%q: %v", link, err)
			}
			return
		}
		if r.url.Scheme != "https" || r.url.Host != "api.example.com" || r.url.User != nil || r.url.Fragment != "" || r.url.Opaque != "" {
			t.Fatalf("%q leads to %v", link, r.url)
		}
		sent := r.url.RequestURI()
		if strings.ContainsFunc(sent, func(c rune) bool { return c <= ' ' || c >= 0x7f }) {
			t.Fatalf("%q is sent as %q", link, sent)
		}
		path, query, _ := strings.Cut(sent, "?")
		plain, err := url.PathUnescape(path)
		resolved := (&url.URL{Path: "/"}).ResolveReference(&url.URL{Path: strings.ReplaceAll(plain, `\`, "/")}).Path
		if err != nil || resolved != "/v1" && !strings.HasPrefix(resolved, "/v1/") {
			t.Fatalf("%q is sent as %q, and a server may read %q", link, sent, resolved)
		}
		keys := 0
		for part := range strings.SplitSeq(query, "&") {
			if name, _, _ := strings.Cut(part, "="); name == "key" {
				keys++
			}
		}
		if keys != 1 || !strings.HasSuffix(query, "key=s3cr3t") {
			t.Fatalf("%q is sent with the query %q", link, query)
		}
	})
}

// TestLinkOfAnAnswer follows the links of a list to its end.
func TestLinkOfAnAnswer(t *testing.T) {
	pages := map[string]string{"": "2", "2": "3"}
	var asked []string
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		page := r.URL.Query().Get("page")
		asked = append(asked, page)
		if next, ok := pages[page]; ok {
			w.Header().Add("Link", `<http://`+r.Host+`/items?page=`+next+`>; rel="next"`)
		}
	})
	client, next := newClient(t, Config{BaseURL: base}), ""
	for range 5 {
		answer, err := client.Do(t.Context(), linking(next), nil)
		if err != nil {
			t.Fatal(err)
		}
		if next = answer.Link("next"); next == "" {
			break
		}
	}
	if strings.Join(asked, " ") != " 2 3" {
		t.Errorf("asked for the pages %q", asked)
	}
}
