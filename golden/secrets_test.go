package golden

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// The secrets of TestSecretsStayInside, by the variables in which the operator gives them, and those of callers and of the token endpoint.
var (
	operatorsSecrets = map[string]string{
		"API_KEY": "apikey-5f2a90c1", "QUERY_KEY": "query&key 77e0b3d2", "COOKIE_KEY": "cookie-1b9d44aa", "BASIC_PASSWORD": "pass:word+c05e6f17",
		"STATIC_TOKEN": "static-90ab12ef", "CLIENT_SECRET": "client/secret=3d7c8e51", "EXTRA": "extra-64f0d9b8", "SIGNING_KEY": "signing-a8d1c4e7",
	}
	callersToken   = "callers-2c81f7e6"
	accessToken    = "access-b7743a09"
	exchangedToken = "exchanged-e95d20c4"
	rotatedKey     = "rotated-0c9d7b52"
)

// spellings are the secrets in every form in which they travel or could be printed.
func spellings() []string {
	all := []string{callersToken, accessToken, exchangedToken, rotatedKey}
	for _, secret := range operatorsSecrets {
		all = append(all, secret)
	}
	for _, secret := range all {
		all = append(all, url.QueryEscape(secret), inQuery(secret), url.PathEscape(secret), base64.StdEncoding.EncodeToString([]byte(secret)))
	}
	for _, pair := range []string{"user:" + operatorsSecrets["BASIC_PASSWORD"], "client:" + url.QueryEscape(operatorsSecrets["CLIENT_SECRET"])} {
		all = append(all, base64.StdEncoding.EncodeToString([]byte(pair)))
	}
	return all
}

// inQuery is how the library spells a value in a query.
func inQuery(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// talkative is all upstreams and the token endpoint. It answers what goes well with "ok", and repeats what it was sent, credentials and all, in whatever
// goes wrong. It notes the secrets that it has seen.
type talkative struct {
	mu             sync.Mutex
	seen           map[string]bool
	signed, forged int // requests with a signature that is right, and wrong
}

func (u *talkative) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	all := fmt.Sprint(r.RequestURI, r.Header, string(body))
	u.mu.Lock()
	for _, text := range spellings() {
		if strings.Contains(all, text) {
			u.seen[text] = true
		}
	}
	if signature := r.Header.Get("X-Signature"); signature != "" {
		mac := hmac.New(sha256.New, []byte(operatorsSecrets["SIGNING_KEY"]))
		fmt.Fprintf(mac, "%s %s %s %x", r.Method, r.URL.EscapedPath(), r.Header.Get("X-Date"), sha256.Sum256(body))
		if signature == hex.EncodeToString(mac.Sum(nil)) {
			u.signed++
		} else {
			u.forged++
		}
	}
	u.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	form, _ := url.ParseQuery(string(body))
	switch status := map[string]int{"/401": 401, "/403": 403, "/500": 500, "/429": 429}[r.URL.Path]; {
	case r.URL.Path == "/token" && form.Get("subject_token") != "" && form.Get("subject_token") != callersToken:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"error":"invalid_grant","error_description":%q}`, all)
	case r.URL.Path == "/token" && form.Get("subject_token") != "":
		fmt.Fprintf(w, `{"access_token":%q,"token_type":"Bearer","expires_in":3600}`, exchangedToken)
	case r.URL.Path == "/token":
		fmt.Fprintf(w, `{"access_token":%q,"token_type":"Bearer","expires_in":3600}`, accessToken)
	case r.URL.Path == "/broken":
		fmt.Fprintf(w, `{%q:`, all)
	case r.URL.Path == "/away":
		http.Redirect(w, r, "http://elsewhere.example.com/?"+url.QueryEscape(all), http.StatusFound)
	case status != 0:
		w.Header().Set("Www-Authenticate", "Bearer realm="+url.QueryEscape(all))
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"detail":%q}`, all)
	default:
		io.WriteString(w, `"ok"`)
	}
}

// TestSecretsStayInside: no secret, in no spelling, is in anything that a service prints, answers, logs at debug, or is made of, over every face, whatever
// goes wrong upstream.
func TestSecretsStayInside(t *testing.T) {
	testmode.Builds(t)
	s := secretService(t)
	programs := t.TempDir()
	goCommand(t, s.plan.Go.OutDir, "build", quick, small, "-o", programs, "./cmd/secrets", "./probe")
	goCommand(t, s.plan.Go.OutDir, "test", "-vet=off", quick, small, "./secrets")
	upstreams := &talkative{seen: map[string]bool{}}
	server := httptest.NewServer(upstreams)
	defer server.Close()
	var printed bytes.Buffer
	for _, f := range s.files {
		printed.Write(f.Content)
	}
	printed.WriteString(programOutput(t, filepath.Join(programs, "secrets"), environmentOf(""), "", "--help"))
	printed.WriteString(programOutput(t, filepath.Join(programs, "secrets"), environmentOf(""), "", "--explain-config"))
	printed.WriteString(rotated(t, filepath.Join(programs, "secrets"), s))
	for variable := range operatorsSecrets { // what is wrong with one is said without it
		printed.WriteString(programOutput(t, filepath.Join(programs, "probe"), environmentOf(variable), "", server.URL))
	}
	printed.WriteString(overHTTP(t, filepath.Join(programs, "probe"), server.URL, s))
	printed.WriteString(programOutput(t, filepath.Join(programs, "probe"), environmentOf(""), lines(s), server.URL, "stdio"))
	for _, text := range spellings() {
		if at := strings.Index(printed.String(), text); at >= 0 {
			t.Errorf("the secret %s is in: %s", text, printed.String()[max(at-300, 0):min(at+100, printed.Len())])
		}
	}
	for _, sent := range []string{
		operatorsSecrets["API_KEY"], inQuery(operatorsSecrets["QUERY_KEY"]), operatorsSecrets["COOKIE_KEY"], operatorsSecrets["STATIC_TOKEN"], operatorsSecrets["EXTRA"], callersToken, accessToken, exchangedToken,
		base64.StdEncoding.EncodeToString([]byte("user:" + operatorsSecrets["BASIC_PASSWORD"])), url.QueryEscape(operatorsSecrets["CLIENT_SECRET"]),
		base64.StdEncoding.EncodeToString([]byte("client:" + url.QueryEscape(operatorsSecrets["CLIENT_SECRET"]))),
	} {
		if !upstreams.seen[sent] {
			t.Errorf("no upstream got %s", sent)
		}
	}
	if upstreams.signed == 0 || upstreams.forged > 0 {
		t.Errorf("%d requests had the right signature, %d a wrong one", upstreams.signed, upstreams.forged)
	}
	for _, part := range []string{"the request could not be signed", "the function that signs failed", "the function that signs panicked", `"upstream call"`, `"outcome":"fault"`, "urn:problem-type:nact:forbidden", `"nactgen/fault"`, "--upstream granted.token_url", "dry_run", "Idempotent-Replayed", "which comes with a request over HTTP alone"} {
		if !strings.Contains(printed.String(), part) {
			t.Errorf("what was printed has no %s: it is not all that there is", part)
		}
	}
}

// secretService generates the service of testdata/secrets, with a tool for each upstream that reads, and one that writes.
func secretService(t *testing.T) *service {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "secrets", "service.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var tools strings.Builder
	for _, u := range []string{"keyed", "basic", "bearer", "granted", "posted", "caller", "exchanged", "signed"} {
		fmt.Fprintf(&tools, `  read_%[1]s:
    description: Read something of the upstream %[1]s.
    inputs: {path: {name: Path, description: What to read.}}
    steps: {a: {call: %[1]s.read, with: {name: "${inputs.path}"}}}
    outputs: {text: {name: Text, description: What it says., value: "${steps.a.body}"}}
  write_%[1]s:
    description: Write something to the upstream %[1]s.
    writes: true
    inputs: {path: {name: Path, description: What to write.}}
    steps: {a: {call: %[1]s.write, with: {name: "${inputs.path}"}}}
    outputs: {text: {name: Text, description: What it says., value: "${steps.a.body}"}}
`, u)
	}
	for i := range archive.Files {
		archive.Files[i].Data = bytes.Replace(archive.Files[i].Data, []byte("KINDS\n"), []byte(tools.String()), 1)
	}
	c := &goldenCase{name: "secrets", archive: archive}
	s := generate(t, c, t.TempDir())
	if s == nil {
		t.FailNow()
	}
	writeFile(t, filepath.Join(s.plan.Go.OutDir, "probe", "main.go"), c.file("probe/main.go").Data)
	writeFile(t, filepath.Join(s.plan.Go.OutDir, "internal", "functions", "functions.go"), c.file("functions.go").Data)
	return s
}

// rotated calls the program while the file of its key changes, and returns what it answers and prints: the call after the change has the new key, also if that
// is less than a second old, and one after a change that cannot be used has it still.
func rotated(t *testing.T, program string, s *service) string {
	t.Helper()
	var valid atomic.Value
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Header.Get("X-Api-Key") != valid.Load() {
			w.WriteHeader(http.StatusUnauthorized)
		}
		io.WriteString(w, `"ok"`)
	}))
	defer upstream.Close()
	file := filepath.Join(t.TempDir(), operatorsSecrets["API_KEY"])
	hold := func(text string) {
		writeFile(t, file+".new", []byte(text))
		if err := os.Rename(file+".new", file); err != nil {
			t.Fatal(err)
		}
	}
	hold(operatorsSecrets["API_KEY"])
	valid.Store(operatorsSecrets["API_KEY"])
	cmd := exec.CommandContext(t.Context(), program, "--addr", "127.0.0.1:0", "--upstream", "keyed="+upstream.URL)
	cmd.Env = append(slices.DeleteFunc(environmentOf(""), func(v string) bool { return strings.HasPrefix(v, "API_KEY=") }), "API_KEY_FILE="+file)
	var printed bytes.Buffer
	cmd.Stderr = &printed
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatalf("%v: %s", err, printed.String())
	}
	base := strings.TrimSpace(strings.TrimPrefix(line, "listening on "))
	i := slices.IndexFunc(s.plan.Tools, func(tool *plan.Tool) bool { return tool.Signature.Name == "read_keyed" })
	var answers strings.Builder
	call := func(when string) {
		answer := answerOf(t, http.MethodPost, base+"/tools/"+s.plan.Tools[i].Signature.ToolID+":invoke", `{"name":"read_keyed","input_parameters":[{"name":"Path","value":"fine"}]}`)
		if !strings.HasPrefix(answer, "200 ") {
			t.Errorf("%s: %s", when, answer)
		}
		answers.WriteString(answer)
	}
	call("at first")
	hold(rotatedKey)
	valid.Store(rotatedKey)
	call("after a change")
	hold("\n")
	call("after a change that cannot be used")
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	if !strings.Contains(printed.String(), "has changed in its file") {
		t.Errorf("the log says nothing of the change: %s", printed.String())
	}
	return answers.String() + printed.String()
}

// environmentOf returns the environment of the service. The value of one variable cannot be sent.
func environmentOf(broken string) []string {
	environment := append(os.Environ(), "BASIC_USER=user", "CLIENT_ID=client")
	for name, value := range operatorsSecrets {
		if name == broken {
			value += "\n"
		}
		environment = append(environment, name+"="+value)
	}
	return environment
}

// programOutput runs a program to its end and returns what it prints. A program that fails has said why.
func programOutput(t *testing.T, program string, environment []string, stdin string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env, cmd.Stdin = environment, strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if len(out) == 0 {
		t.Errorf("%s %v printed nothing: %v", program, args, err)
	}
	return string(out)
}

// paths are what the tools are asked for: what goes well, and what goes wrong in each way.
var paths = []string{"fine", "401", "403", "500", "429", "broken", "away"}

// overHTTP makes calls over HTTP, of both faces, and returns all that they are answered and the service prints.
func overHTTP(t *testing.T, probe, upstreams string, s *service) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), probe, upstreams)
	cmd.Env = environmentOf("")
	var printed bytes.Buffer
	cmd.Stderr = &printed
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	base, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	base = strings.TrimSpace(base)
	var answers strings.Builder
	ask := func(method, path, body string, header ...string) {
		answers.WriteString(answerOf(t, method, base+path, body, header...))
	}
	for _, path := range []string{"/", "/tools", "/tools?filter=read", "/tools/openapi.json", "/healthz", "/none"} {
		ask(http.MethodGet, path, "")
	}
	for _, token := range []string{callersToken, "another", ""} {
		for _, tool := range s.plan.Tools {
			for i, path := range paths {
				call := fmt.Sprintf(`{"name":%q,"input_parameters":[{"name":"Path","value":%q}]}`, tool.Signature.Name, path)
				at := "/tools/" + tool.Signature.ToolID + ":invoke"
				ask(http.MethodPost, at, call, "Authorization", "Bearer "+token, "X-Request-Id", "7")
				if tool.Writes {
					ask(http.MethodPost, at, call, "Authorization", "Bearer "+token, "Prefer", "dry-run")
					for range 2 {
						ask(http.MethodPost, at, call, "Authorization", "Bearer "+token, "Idempotency-Key", fmt.Sprint("key-", i))
					}
				}
			}
		}
		for _, line := range strings.Split(strings.TrimSpace(lines(s)), "\n") {
			ask(http.MethodPost, "/mcp", line, "Authorization", "Bearer "+token, "Accept", "application/json, text/event-stream")
		}
	}
	stdin.Close()
	if err := cmd.Wait(); err != nil {
		t.Errorf("the service ended with %v", err)
	}
	return answers.String() + printed.String()
}

// answerOf returns the header and the body of an answer.
func answerOf(t *testing.T, method, at, body string, header ...string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, at, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintln(answer.StatusCode, answer.Header, string(text))
}

// lines are messages of MCP that list the tools and call each of them.
func lines(s *service) string {
	var b strings.Builder
	b.WriteString(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}` + "\n")
	b.WriteString(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}` + "\n")
	for _, tool := range s.plan.Tools {
		for _, path := range paths {
			fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":{"path":%q}}}`+"\n", tool.Signature.Name, path)
		}
	}
	return b.String()
}
