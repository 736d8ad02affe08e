// Package issuertest starts an OpenID Connect provider for tests, the program of conformance/issuer. It is for tests alone.
package issuertest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
)

// Issuer is a provider in a process of its own, which ends with the test. The clients that it knows have an ID with "-secret" for their secret: agent, which
// gets tokens for itself; late, whose tokens have ended; service, which also exchanges tokens of others; and app, without a secret, which gets those of a
// person. All get the scopes that they ask for. It is not safe for concurrent use.
type Issuer struct {
	URL string // as tokens name it

	t       testing.TB
	program string
	stdin   io.Writer
	stdout  *bufio.Reader
}

// Start builds the provider and starts it. It stands in a module of its own, which may have to be downloaded: a test that starts it is a long one.
func Start(t testing.TB) *Issuer {
	t.Helper()
	testmode.Long(t, "builds an OpenID Connect provider, whose modules may have to be downloaded")
	root, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "issuer")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = filepath.Join(filepath.Dir(string(root)), "conformance", "issuer")
	build.Env = append(os.Environ(), "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build in %s: %v\n%s", build.Dir, err, out)
	}
	return start(t, program)
}

// Another starts a second provider, which has other keys.
func (i *Issuer) Another() *Issuer {
	i.t.Helper()
	return start(i.t, i.program)
}

func start(t testing.TB, program string) *Issuer {
	t.Helper()
	i := &Issuer{t: t, program: program}
	command := exec.Command(program)
	command.Stderr = os.Stderr
	stdin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	i.stdin, i.stdout = stdin, bufio.NewReader(stdout)
	t.Cleanup(func() {
		stdin.Close()
		if err := command.Wait(); err != nil {
			t.Errorf("the issuer ended with %v", err)
		}
	})
	i.URL = i.line()
	return i
}

// line returns the next line that the program prints.
func (i *Issuer) line() string {
	i.t.Helper()
	line, err := i.stdout.ReadString('\n')
	if err != nil {
		i.t.Fatalf("the issuer says nothing: %v", err)
	}
	return strings.TrimSuffix(line, "\n")
}

// do has the program do something, and returns when it has.
func (i *Issuer) do(what string) {
	i.t.Helper()
	if _, err := fmt.Fprintln(i.stdin, what); err != nil {
		i.t.Fatal(err)
	}
	if done := i.line(); done != what {
		i.t.Fatalf("the issuer did %q, and was to do %q", done, what)
	}
}

// Down closes the listener and all connections.
func (i *Issuer) Down() { i.t.Helper(); i.do("down") }

// Up listens again, at the same address.
func (i *Issuer) Up() { i.t.Helper(); i.do("up") }

// Rotate replaces the key that tokens are signed with. The one before is published no more.
func (i *Issuer) Rotate() { i.t.Helper(); i.do("rotate") }

// Token returns a token that a client gets for itself (RFC 6749, section 4.4), for what is asked for by a resource indicator (RFC 8707), with scopes
// between which blanks stand.
func (i *Issuer) Token(client, resource, scopes string) string {
	i.t.Helper()
	var endpoints struct {
		Token string `json:"token_endpoint"`
	}
	answer, err := http.Get(i.URL + "/.well-known/openid-configuration")
	i.read(answer, err, &endpoints)
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {client}, "client_secret": {client + "-secret"}, "resource": {resource}, "scope": {scopes}}
	var given struct {
		Token string `json:"access_token"`
	}
	answer, err = http.PostForm(endpoints.Token, form)
	i.read(answer, err, &given)
	return given.Token
}

// read reads an answer of JSON.
func (i *Issuer) read(answer *http.Response, err error, into any) {
	i.t.Helper()
	if err != nil {
		i.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil || answer.StatusCode != http.StatusOK {
		i.t.Fatalf("%s: %v\n%s", answer.Status, err, text)
	}
}
