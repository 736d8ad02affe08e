package golden

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/nactgen/nactgen/internal/oteltest"
)

// operated is a stand-alone service with an address for its operator.
type operated struct {
	*exec.Cmd
	url, admin string
	mu         sync.Mutex
	log        bytes.Buffer
	client     *http.Client
}

// Write takes the log.
func (o *operated) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.log.Write(b)
}

func (o *operated) text() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.log.String()
}

var adminAddr = regexp.MustCompile(`"serving the operator","addr":"([^"]*)"`)

// nobody is the address of a collector that is not there.
const nobody = "http://127.0.0.1:1"

// operate starts a program whose upstream is another one.
func operate(t *testing.T, file, upstream, audit, collector string, more ...string) *operated {
	t.Helper()
	args := append([]string{"--upstream", upstream, "--addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0", "--log-level=debug", "--notice=0s", "--audit", audit}, more...)
	o := &operated{Cmd: exec.Command(file, args...)}
	o.Env = append(os.Environ(), "OTEL_EXPORTER_OTLP_ENDPOINT="+collector, "OTEL_EXPORTER_OTLP_HEADERS=api-key="+collectorsSecret)
	o.client = &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}} // so that a request begins when the one before is in the log
	o.Stderr = o
	stdout, err := o.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.Process.Kill() })
	if _, err := fmt.Fscanf(stdout, "listening on %s\n", &o.url); err != nil {
		t.Fatal(err)
	}
	for o.admin == "" { // the line before stands in a pipe
		if m := adminAddr.FindStringSubmatch(o.text()); m != nil {
			o.admin = "http://" + m[1]
		}
	}
	return o
}

// collectorsSecret is what the program proves itself with to the collector of its traces.
const collectorsSecret = "collector-8d31c2f7"

// end has the program end, after which all of its log is there.
func (o *operated) end(t *testing.T) {
	t.Helper()
	o.client.CloseIdleConnections()
	if err := o.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := o.Wait(); err != nil {
		t.Errorf("%v:\n%s", err, o.text())
	}
}

// ask sends a request, and returns its answer.
func (o *operated) ask(t *testing.T, method, url, body string, fields ...string) string {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(fields); i += 2 {
		request.Header.Set(fields[i], fields[i+1])
	}
	answer, err := o.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// tickets is the upstream of the case: a team that is called none is there not, one that is called slow answers the second time, and nobody can be told of a
// ticket that says bad.
func tickets(t *testing.T) *httptest.Server {
	var mu sync.Mutex
	attempts, opened := map[string]int{}, ""
	mux := http.NewServeMux()
	mux.HandleFunc("GET /count", func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		team := r.FormValue("team")
		attempts[team]++
		w.Header().Set("Content-Type", "application/json")
		switch {
		case team == "none":
			w.WriteHeader(http.StatusNotFound)
		case team == "broken", team == "slow" && attempts[team] == 1:
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			io.WriteString(w, "7")
		}
	})
	mux.HandleFunc("POST /tickets", func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		body, _ := io.ReadAll(r.Body)
		opened = string(body)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		io.WriteString(w, "3")
	})
	mux.HandleFunc("POST /tickets/3/told", func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if strings.Contains(opened, "bad") {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("DELETE /tickets/3", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

// TestWhatAnOperatorSees runs the stand-alone service of a case, calls it over both faces, and holds what its operator sees of that to the case: the log and
// the metrics.
func TestWhatAnOperatorSees(t *testing.T) {
	s, program := buildCase(t, "observed")
	file := filepath.Join(t.TempDir(), "audit")
	collector := oteltest.New(t)
	o := operate(t, program, "counts="+tickets(t).URL, file, collector.URL)

	tool := func(i int) string { return o.url + "/tools/" + s.plan.Tools[i].Signature.ToolID + ":invoke" }
	count := func(team string) string {
		return `{"name":"metrics","input_parameters":[{"name":"Team","value":"` + team + `"}]}`
	}
	open := func(text string) string {
		return `{"name":"open_ticket","input_parameters":[{"name":"Text","value":"` + text + `"},{"name":"Caller","value":"s3cret"}]}`
	}
	n := 0
	ask := func(url, body string, fields ...string) {
		n++
		o.ask(t, "POST", url, body, append(fields, "X-Request-Id", fmt.Sprint("request-", n))...)
	}
	ask(tool(0), count("support"), "Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	ask(tool(0), count("none"))
	ask(tool(0), count("a team of a long name"))
	ask(tool(0), count("slow"))
	ask(tool(0), count("broken"))
	ask(tool(1), open("good"), "Idempotency-Key", "a")
	ask(tool(1), open("good"), "Idempotency-Key", "a")
	ask(tool(1), open("other"), "Idempotency-Key", "a")
	ask(tool(1), open("bad"))
	ask(o.url+"/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"metrics","arguments":{"team":"support"}}}`)
	ask(o.url+"/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"metrics","arguments":{}}}`)
	ask(o.url+"/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open_ticket","arguments":{"text":"bad"}}}`)
	ask(o.url+"/mcp", "{}", "Origin", "https://evil.example")
	page := o.ask(t, "GET", o.admin+"/metrics", "")
	o.end(t)
	records, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := countedOf(collector.Metrics()), countedOf(page); got != want {
		t.Errorf("the collector gets other metrics than the page has:\n%s\n\n%s", got, want)
	}
	if got := collector.Header().Get("Api-Key"); got != collectorsSecret {
		t.Errorf("the collector gets the key %q", got)
	}
	for name, got := range map[string]string{seenDir + "traces": collector.Text(), seenDir + "log": steadyLog(o.text()), seenDir + "audit": steadyLog(string(records)), seenDir + "metrics": steadyMetrics(page)} {
		s.expect(t, s.file(name), []byte(got))
	}
	s.save(t)
	for _, text := range []string{"good", "support", "s3cret", collectorsSecret} {
		if strings.Contains(o.text()+collector.Text(), text) || text == "s3cret" && strings.Contains(string(records), text) {
			t.Errorf("the log or a trace has %s, or the audit log what is not allowed", text)
		}
	}
	saysOfTraces(t, program)
	refusesUnrecordedWrites(t, program, s)
	boundsCallers(t, program, s)
	rollsOver(t, program, s)
	if _, err := os.Stat(filepath.Join(s.plan.Go.OutDir, "internal", "nact", "metrics")); err != nil {
		t.Error(err)
	}
}

// saysOfTraces holds a program to what it says of the variables for traces: each with its value, but for secrets, and what is wrong with any.
func saysOfTraces(t *testing.T, program string) {
	t.Helper()
	say := func(args ...string) string {
		cmd := exec.Command(program, args...)
		cmd.Env = append(os.Environ(), "NACT_AUDIT=/dev/null", "OTEL_EXPORTER_OTLP_HEADERS=api-key="+collectorsSecret, "OTEL_EXPORTER_OTLP_ENDPIONT=x", "OTEL_TRACES_SAMPLER=sometimes", "OTEL_LOGS_EXPORTER=none")
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	said := strings.Join(strings.Fields(say("--help")+say("--explain-config")+say()), " ")
	for _, want := range []string{
		"name=value,name=value; secret", "OTEL_EXPORTER_OTLP_HEADERS (set)", "OTEL_SERVICE_NAME desk", "did you mean OTEL_EXPORTER_OTLP_ENDPOINT?",
		"desk: OTEL_TRACES_SAMPLER is not always_on, always_off, ",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	if strings.Contains(said, collectorsSecret) || strings.Contains(said, "LOGS_EXPORTER") {
		t.Errorf("it says a secret, or that others have a variable: %s", said)
	}
}

// refusesUnrecordedWrites holds a service whose audit log is on a disk that is full to this: it goes on to read, and stops to write.
func refusesUnrecordedWrites(t *testing.T, program string, s *service) {
	t.Helper()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	upstream := tickets(t)
	o := operate(t, program, "counts="+upstream.URL, "/dev/full", nobody)
	const open = `{"name":"open_ticket","input_parameters":[{"name":"Text","value":"good"}]}`
	path := "/tools/" + s.plan.Tools[1].Signature.ToolID + ":invoke"
	if got := o.ask(t, "POST", o.url+path, open); got != `{"output_parameters":[{"name":"Number","value":3}]}` {
		t.Errorf("the first call, before anything is known to be wrong: %s", got)
	}
	upstream.Close() // whatever is called from here on fails
	for name, got := range map[string]string{
		"over N-ACT": o.ask(t, "POST", o.url+path, open),
		"over MCP":   o.ask(t, "POST", o.url+"/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open_ticket","arguments":{"text":"good"}}}`),
		"/readyz":    o.ask(t, "GET", o.url+"/readyz", ""),
		"admin":      o.ask(t, "GET", o.admin+"/readyz", ""),
	} {
		if !strings.Contains(got, "The service cannot record what calls change.") {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := o.ask(t, "POST", o.url+"/tools/"+s.plan.Tools[0].Signature.ToolID+":invoke", `{"name":"metrics","input_parameters":[{"name":"Team","value":"support"}]}`); !strings.Contains(got, "the upstream cannot be reached") {
		t.Errorf("a tool that reads: %s", got)
	}
	o.end(t)
	if !strings.Contains(o.text(), `"msg":"a write is not in the audit log, and no tool that writes runs until it is"`) {
		t.Errorf("the log: %s", o.text())
	}
}

// seenDir begins the names of the files in which a case has what an operator sees.
const seenDir = "seen/"

// What differs from run to run, in the log and in the metrics.
var (
	unsteadyLog = []struct {
		from *regexp.Regexp
		to   string
	}{
		{regexp.MustCompile(`"time":"[^"]*"`), `"time":"T"`},
		{regexp.MustCompile(`"took_ms":[0-9.]+`), `"took_ms":0`},
		{regexp.MustCompile(`"trace_id":"[^"]*","span_id":"[^"]*"`), `"trace_id":"I","span_id":"J"`},
		{regexp.MustCompile(`"addr":"[^"]*"`), `"addr":"A"`},
		{regexp.MustCompile(`"host":"127.0.0.1:[0-9]+"`), `"host":"H"`},
	}
	bucket     = regexp.MustCompile(`(?m)^\w+_bucket\{.*\n`)
	unsteadyIn = regexp.MustCompile(`(?m)^(\w+_sum\{.*\}|go_goroutines|process_start_time_seconds) .*$`)
)

func steadyLog(log string) string {
	for _, u := range unsteadyLog {
		log = u.from.ReplaceAllString(log, u.to)
	}
	return log
}

// countedOf returns the samples of a page of metrics, without what differs a moment later.
func countedOf(page string) string {
	var samples []string
	for line := range strings.Lines(steadyMetrics(page)) {
		if !strings.HasPrefix(line, "#") {
			samples = append(samples, line)
		}
	}
	return strings.Join(samples, "")
}

func steadyMetrics(page string) string {
	return unsteadyIn.ReplaceAllString(bucket.ReplaceAllString(page, ""), "$1 X")
}
