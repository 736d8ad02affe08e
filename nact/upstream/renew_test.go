package upstream

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// mounted is a secret in a file that becomes another one when it is looked at, as if that was done at once.
type mounted struct {
	mu        sync.Mutex
	now, file string
	refused   []string
	looked    int
}

func (m *mounted) Text() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

func (m *mounted) Recent() []string { return []string{m.Text()} }

func (m *mounted) Renew() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = m.file
	m.looked++
}

func (m *mounted) Refuse(why string) { m.refused = append(m.refused, why) }

// keys are a secret of each kind of credential that a test renews.
type keys struct{ bearer, user, password, header, query, cookie, plain, signing mounted }

func (k *keys) all() []*mounted {
	return []*mounted{&k.bearer, &k.user, &k.password, &k.header, &k.query, &k.cookie, &k.plain, &k.signing}
}

func (k *keys) rotate(now, file string) {
	for i, m := range k.all() {
		m.now, m.file, m.looked = fmt.Sprint(now, i), fmt.Sprint(file, i), 0
	}
}

func secretIn(m *mounted) nact.Secret { return nact.NewVaryingSecret(m) }

// TestRenewedAfter401: after 401 all that is sent is looked at again, and the call is made once more if any of it is another one, also one that writes.
func TestRenewedAfter401(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := strings.Join([]string{
			r.Method, r.Header.Get("Authorization"), r.Header.Get("X-Key"), r.URL.RawQuery, r.Header.Get("Cookie"), r.Header.Get("X-Plain"), r.Header.Get("X-Signed"),
		}, "|")
		asked = append(asked, got)
		if !strings.Contains(got, "new") {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer server.Close()
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		var k keys
		k.rotate("old", "old")
		client, err := NewClient(Config{Name: "a", BaseURL: server.URL, Auth: []Credential{
			Bearer(secretIn(&k.bearer)), APIKeyHeader("X-Key", secretIn(&k.header)), APIKeyQuery("key", secretIn(&k.query)), APIKeyCookie("session", secretIn(&k.cookie)),
			SecretHeader("x-plain", secretIn(&k.plain)),
			Signed(func(_ context.Context, u *Unsigned) error {
				u.SetHeader("X-Signed", k.signing.Text())
				return nil
			}, secretIn(&k.signing)),
		}})
		if err != nil {
			t.Fatal(err)
		}
		call := func() int {
			c := &Call{Operation: "a.b", Method: method}
			c.Path.Text("/")
			c.Query.Add("q", "1")
			c.Cookie.Set("own", "c")
			asked = nil
			answer, err := client.Do(t.Context(), c, nil)
			if (err == nil) != (answer.Status == 200) {
				t.Errorf("got %d, %v", answer.Status, err)
			}
			return int(answer.Status)
		}
		old := method + "|Bearer old0|old3|q=1&key=old4|own=c; session=old5|old6|old7"
		if status := call(); status != 401 || len(asked) != 1 || asked[0] != old {
			t.Errorf("with nothing new: %d, asked %q", status, asked)
		}
		k.rotate("old", "new")
		now := method + "|Bearer new0|new3|q=1&key=new4|own=c; session=new5|new6|new7"
		if status := call(); status != 200 || len(asked) != 2 || asked[0] != old || asked[1] != now {
			t.Errorf("with new ones: %d, asked %q", status, asked)
		}
		if status := call(); status != 200 || len(asked) != 1 || asked[0] != now {
			t.Errorf("then: %d, asked %q", status, asked)
		}
		k.rotate("old", "old")
		k.plain.file = "new" // one of them is enough
		if status := call(); status != 200 || len(asked) != 2 {
			t.Errorf("with one that is new: %d, asked %q", status, asked)
		}
	}
}

// TestUnusableRenewal: a new secret that cannot be sent changes nothing, and is said without it.
func TestUnusableRenewal(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user+":"+password != "old1:old2" {
			t.Errorf("got %s:%s", user, password)
		}
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer server.Close()
	var k keys
	k.rotate("old", "old")
	client, err := NewClient(Config{Name: "a", BaseURL: server.URL, Auth: []Credential{Basic(secretIn(&k.user), secretIn(&k.password)), APIKeyHeader("X-Key", secretIn(&k.header))}})
	if err != nil {
		t.Fatal(err)
	}
	k.user.file, k.header.file = "a:b", "a\nb"
	for range 2 {
		if answer, err := client.Do(t.Context(), &Call{Operation: "a.b", Method: http.MethodGet}, nil); answer.Status != 401 || err == nil {
			t.Errorf("got %d, %v", answer.Status, err)
		}
	}
	if fmt.Sprint(k.user.refused, k.header.refused) != "[the user holds a colon] [its value holds a control character]" {
		t.Errorf("refused: %q, %q", k.user.refused, k.header.refused)
	}
}

// TestRenewedClientSecret: a token endpoint that does not know the client is asked once more if there is another secret by now.
func TestRenewedClientSecret(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path != "/token" {
			return
		}
		_, password, _ := r.BasicAuth()
		asked = append(asked, password)
		if password != "new2" {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error":"invalid_client"}`)
			return
		}
		fmt.Fprint(w, `{"access_token":"t","expires_in":3600}`)
	}))
	defer server.Close()
	var k keys
	k.rotate("old", "old")
	client, err := NewClient(Config{Name: "a", BaseURL: server.URL, Auth: []Credential{
		ClientCredentials(Grant{TokenURL: "/token", ClientID: nact.NewSecret("id"), ClientSecret: secretIn(&k.password)}),
	}})
	if err != nil {
		t.Fatal(err)
	}
	k.password.file = "new2"
	if _, err := client.Do(t.Context(), &Call{Operation: "a.b", Method: http.MethodGet}, nil); err != nil || strings.Join(asked, " ") != "old2 new2" {
		t.Errorf("got %v, asked %q", err, asked)
	}
}

// TestAuthOfCalls: a call is sent the credentials that it names and those without a name.
func TestAuthOfCalls(t *testing.T) {
	got := ""
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got = r.Header.Get("Authorization") + " " + r.Header.Get("X-Key") + " " + r.URL.RawQuery
	}))
	defer server.Close()
	text := nact.NewSecret
	client, err := NewClient(Config{Name: "a", BaseURL: server.URL, Auth: []Credential{
		Bearer(text("t")).As("token"), Basic(text("u"), text("p")).As("login"), APIKeyQuery("key", text("k")).As("key"), APIKeyHeader("X-Key", text("all")),
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		auth []string
		want string
	}{
		{[]string{"token"}, "Bearer t all key=own"}, {[]string{"key", "login"}, "Basic dTpw all key=own&key=k"}, {[]string{}, " all key=own"},
	} {
		call := &Call{Operation: "a.b", Method: http.MethodGet, Auth: test.auth}
		call.Query.Add("key", "own")
		if _, err := client.Do(t.Context(), call, nil); err != nil || got != test.want {
			t.Errorf("%q: got %s, %v", test.auth, got, err)
		}
	}
	if _, err := NewClient(Config{Name: "a", BaseURL: server.URL, Auth: []Credential{Bearer(text("t")).As("token"), Bearer(text("u"))}}); err == nil {
		t.Error("two credentials in one place, of which one goes with all calls")
	}
}
