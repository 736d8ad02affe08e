package server_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact/server"
)

// explained runs a program with --explain-config and others, in an environment.
func explained(p server.Program, environment map[string]string, args ...string) (code int, stdout, stderr string) {
	var out, log bytes.Buffer
	code = server.Run(context.Background(), p, args, func(name string) string { return environment[name] }, nil, &out, &log)
	return code, out.String(), log.String()
}

func TestExplainConfig(t *testing.T) {
	code, stdout, stderr := explained(program(), map[string]string{"NACT_ROOT": "/api", "NWS_TOKEN": "s3cret", "NACT_LOG_LEVEL": "debug", "NACT_UPSTREAM_GEO": "https://geo.example"},
		"--explain-config", "--log-level=warn", "--allow-host=a.example", "--allow-host=b.example", "--upstream=weather=http://127.0.0.1:9")
	const want = `nws is configured so:
  --admin-addr              -                    default
  --addr                    127.0.0.1:8080       default
  --root                    /api                 environment
  --log                     json                 default
  --log-level               warn                 flag
  --log-sample              1                    default
  --allow-host              a.example,b.example  flag
  --allow-origin            -                    default
  --max-calls               1024                 default
  --max-memory              256MiB               default
  --max-call-memory         128MiB               default
  --max-connections         1024                 default
  --notice                  5s                   default
  --drain                   35s                  default
  --allow-upstream-network  -                    default
  --allow-anyone            -                    default
  --upstream-proxy          -                    default
  --upstream-ca             -                    default
  --upstream-min-tls        1.2                  default
  --upstream-connections    -                    default
  --upstream weather        http://127.0.0.1:9   flag
  --upstream geo            https://geo.example  environment
  NWS_CONTACT               ops@example.com      default
  NWS_TOKEN                 (set)                environment

Nothing is wrong with it.
`
	if code != 0 || stdout != want || stderr != "" {
		t.Errorf("exit code %d, stderr %q, stdout:\n%s", code, stderr, stdout)
	}
}

// All that is wrong is said at once, with what the service lacks, and no secret.
func TestExplainWrongConfig(t *testing.T) {
	p := program()
	p.Environment[1].Default = ""
	p.New = func(o server.Options) (http.Handler, error) {
		if o.Root != "/" {
			t.Errorf("the root is %q", o.Root)
		}
		return nil, errors.Join(errors.New("the configuration lacks token (environment variable NWS_TOKEN)"), errors.New("the configuration lacks Functions"))
	}
	code, stdout, stderr := explained(p, map[string]string{"NACT_ROOT": "s3cret?", "NACT_UPSTREAM_GEO": "https://u:s3cret@geo.example", "NWS_CONTACT": "a\nb"},
		"--log-sample=0", "--port=1", "--drain=soon", "--explain-config")
	const want = `nws is configured so:
  --admin-addr              -                        default
  --addr                    127.0.0.1:8080           default
  --root                    (not shown)              environment
  --log                     json                     default
  --log-level               info                     default
  --log-sample              (not shown)              flag
  --allow-host              -                        default
  --allow-origin            -                        default
  --max-calls               1024                     default
  --max-memory              256MiB                   default
  --max-call-memory         128MiB                   default
  --max-connections         1024                     default
  --notice                  5s                       default
  --drain                   (not shown)              flag
  --allow-upstream-network  -                        default
  --allow-anyone            -                        default
  --upstream-proxy          -                        default
  --upstream-ca             -                        default
  --upstream-min-tls        1.2                      default
  --upstream-connections    -                        default
  --upstream weather        (its documented server)  manifest
  --upstream geo            (not shown)              environment
  NWS_CONTACT               "a\nb"                   environment
  NWS_TOKEN                 (not set)                -

Wrong or missing:
  flag provided but not defined: -port: --addr HOST:PORT says where to listen
  root "s3cret?" is not a path such as / or /api/v1
  log-sample "0" is not a whole number from 1
  the time to drain is not a positive duration such as 20s
  NACT_UPSTREAM_GEO: the URL must not hold credentials
  the configuration lacks token (environment variable NWS_TOKEN)
  the configuration lacks Functions
`
	if code != 2 || stderr != "" || !strings.HasSuffix(stdout, want) || strings.Contains(stdout, "u:s3cret") {
		t.Errorf("exit code %d, stderr %q, stdout:\n%s", code, stderr, stdout)
	}
}

func TestExplainsNothingUnasked(t *testing.T) {
	if code, stdout, stderr := run(program(), "--explain-config=false", "--root=x"); code != 2 || stdout != "" || !strings.Contains(stderr, `root "x"`) {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// A service that keeps an audit log has a setting for its file, which the service is given.
func TestAuditFile(t *testing.T) {
	p := program()
	p.Audit = true
	var given string
	newService := p.New
	p.New = func(o server.Options) (http.Handler, error) {
		given = o.Audit
		return newService(o)
	}
	code, stdout, _ := explained(p, map[string]string{"NACT_AUDIT": "/var/log/a"}, "--explain-config", "--audit=/var/log/b")
	if code != 0 || given != "/var/log/b" || !regexp.MustCompile(`--audit +/var/log/b +flag\n`).MatchString(stdout) {
		t.Errorf("exit code %d, file %s, stdout:\n%s", code, given, stdout)
	}
	if code, _, stderr := explained(program(), nil, "--audit=x"); code != 2 || !strings.Contains(stderr, "flag provided but not defined: -audit") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}
