package server

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact/setting"
)

// TestReach: a program that asks nobody who calls, and that other machines reach, starts only if its operator says so.
func TestReach(t *testing.T) {
	const allowed = "NACT_ALLOW_ANYONE"
	tests := []struct {
		addr    string
		guarded bool
		args    []string
		allow   string
		refused bool
	}{
		{addr: "127.0.0.1:0"},
		{addr: "127.8.9.1:0"},
		{addr: "localhost:0"},
		{addr: "[::1]:0"},
		{addr: "[::ffff:127.0.0.1]:0"},
		{addr: ":0", refused: true},
		{addr: "0.0.0.0:0", refused: true},
		{addr: "[::]:0", refused: true},
		{addr: "10.1.2.3:0", refused: true},
		{addr: "tools.example:0", refused: true},
		{addr: "localhost.example:0", refused: true},
		{addr: ":0", guarded: true},
		{addr: ":0", args: []string{"--allow-anyone"}},
		{addr: ":0", allow: "true"},
		{addr: ":0", allow: "false", refused: true},
		{addr: ":0", guarded: true, allow: "true"},
		{addr: ":0", args: []string{"--stdio"}},
	}
	for _, test := range tests {
		p := Program{Name: "nws", Guarded: test.guarded, Stdio: ServeLines}
		environ := []string{"NACT_ADDR=" + test.addr, allowed + "=" + test.allow}
		_, err := parseSettings(p, test.args, environment(map[string]string{"NACT_ADDR": test.addr, allowed: test.allow}), environ)
		if refused := err != nil; refused != test.refused {
			t.Errorf("%+v: %v", test, err)
		}
		if err != nil && (!strings.Contains(err.Error(), "--allow-anyone") || !strings.Contains(err.Error(), "key access")) {
			t.Errorf("%v does not say what to do", err)
		}
	}
}

// TestFurtherSettings: a part has its settings beside those of all programs, and can answer the operator instead of serving.
func TestFurtherSettings(t *testing.T) {
	said := map[string]string{}
	p := Program{Name: "nws", Guarded: true, Settings: []Setting{
		{Flag: "keys", Takes: "FILE", Variable: "NACT_KEYS_FILE", Default: "none", About: "where keys are", Set: func(text string) error { said["file"] = text; return nil }},
		{Variable: "NACT_KEYS", About: "keys", Set: func(text string) error { said["keys"] = text; return nil }},
		{Flag: "make", Takes: "ID", About: "make a key", Set: func(text string) error {
			if text == "" || text == "bad" {
				return errors.New("the ID is bad")
			}
			return &setting.Answer{Text: "made " + text + "\n"}
		}},
	}, New: func(Options) (http.Handler, error) { return nil, errors.New("not made") }}
	run := func(environ map[string]string, args ...string) (int, string, string) {
		var out, log strings.Builder
		clear(said)
		code := Run(context.Background(), p, args, environment(environ), strings.NewReader(""), &out, &log)
		return code, out.String(), log.String()
	}
	if code, out, log := run(nil, "--make=a"); code != 0 || out != "made a\n" || log != "" {
		t.Errorf("got %d %q %q", code, out, log)
	}
	if code, _, log := run(nil, "--make=bad"); code != 2 || !strings.Contains(log, "the ID is bad") {
		t.Errorf("got %d %q", code, log)
	}
	if code, _, _ := run(map[string]string{"NACT_KEYS": "k"}, "--keys=f"); code != 1 || said["file"] != "f" || said["keys"] != "k" {
		t.Errorf("got %d %v", code, said)
	}
	if run(nil); said["file"] != "none" {
		t.Errorf("got %v", said)
	}
	_, help, _ := run(nil, "--help")
	for _, want := range []string{"  --keys FILE ", " NACT_KEYS_FILE ", "where keys are (default none)", "--make ID", " NACT_KEYS "} {
		if !strings.Contains(help, want) {
			t.Errorf("help lacks %q:\n%s", want, help)
		}
	}
	if strings.Contains(help, "allow-anyone") || strings.Contains(help, "-- ") {
		t.Errorf("help has a flag too many:\n%s", help)
	}
}
