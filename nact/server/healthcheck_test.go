package server

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestHealthcheck asks a program that lives, one that does not, and none.
func TestHealthcheck(t *testing.T) {
	status := http.StatusOK
	asked := ""
	running := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Path
		w.WriteHeader(status)
	}))
	defer running.Close()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone := free.Addr().String()
	free.Close()
	addr := running.Listener.Addr().String()
	_, port, _ := net.SplitHostPort(addr)
	tests := []struct {
		name   string
		args   []string
		addr   string // of the environment
		status int
		code   int
		said   string
	}{
		{"it lives", []string{"--addr", addr, "--healthcheck"}, "", 200, 0, ""},
		{"by the environment", []string{"--healthcheck"}, addr, 200, 0, ""},
		{"at all addresses", []string{"--healthcheck"}, ":" + port, 200, 0, ""},
		{"it fails", []string{"--healthcheck", "--addr", addr}, "", 500, 1, "nws: http://" + addr + "/healthz answered 500 Internal Server Error\n"},
		{"it is not there", []string{"--healthcheck", "--addr", gone}, "", 200, 1, "connection refused"},
		{"not asked", []string{"--healthcheck=false", "--addr", "nowhere"}, "", 200, 2, `addr "nowhere" is not HOST:PORT`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, asked = tt.status, ""
			p := Program{Name: "nws", Healthcheck: Healthcheck, New: func(Options) (http.Handler, error) { t.Error("the service is made"); return nil, nil }}
			var said strings.Builder
			code := Run(context.Background(), p, tt.args, environment(map[string]string{"NACT_ADDR": tt.addr}), strings.NewReader(""), io.Discard, &said)
			if code != tt.code || !strings.Contains(said.String(), tt.said) || tt.said == "" && (said.Len() > 0 || asked != "/healthz") {
				t.Errorf("code %d, asked %q, said %q", code, asked, said.String())
			}
		})
	}
}

func TestOwnAddress(t *testing.T) {
	for addr, want := range map[string]string{
		":8080": "127.0.0.1:8080", "0.0.0.0:1": "127.0.0.1:1", "[::]:1": "[::1]:1", "10.0.0.1:1": "10.0.0.1:1", "localhost:1": "localhost:1", "[fd00::1]:2": "[fd00::1]:2",
	} {
		if got := ownAddress(addr); got != want {
			t.Errorf("%s: %s", addr, got)
		}
	}
}
