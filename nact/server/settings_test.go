package server

import (
	"cmp"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/throttle"
	"github.com/nactgen/nactgen/nact/upstream"
)

// whole returns a program that can do what any can.
func whole(p Program) Program {
	p.Stdio, p.Admin, p.Explain, p.Healthcheck = ServeLines, ServeAdmin, Explain, Healthcheck
	p.Files, p.Egress, p.CORS, p.Sampling = ReadFiles, Egress, ShareWith, SampleLog
	return p
}

var weather = whole(Program{Name: "nws", Upstreams: []string{"weather", "geo-coder"}})

// environment returns a getenv of the given variables.
func environment(variables map[string]string) func(string) string {
	return func(name string) string { return variables[name] }
}

// changed returns the default settings after a change.
func changed(change func(*settings)) settings {
	s := settings{
		addr: "127.0.0.1:8080", root: "/", log: "json", sample: 1, limits: invocation.Limits{Calls: 1024, Memory: 256 << 20, CallMemory: 128 << 20}, maxConnections: 1024,
		notice: 5 * time.Second, drain: 35 * time.Second, upstreams: map[string]string{}, outbound: upstream.TransportConfig{MinTLS: tls.VersionTLS12}, scheme: "http",
	}
	change(&s)
	return s
}

func TestSettings(t *testing.T) {
	tests := []struct {
		name        string
		environment map[string]string
		args        []string
		want        settings
	}{
		{"defaults", nil, nil, changed(func(*settings) {})},
		{"flags", nil, []string{"--addr", "localhost:0", "--root=/api", "-log", "text", "--log-level=debug", "--log-sample=100", "--notice", "0", "--drain", "1m", "--max-calls=1", "--max-memory=1GiB", "--max-call-memory=2048KiB", "--max-connections=2",
			"--upstream", "weather=http://localhost:1/x", "--upstream=geo-coder=https://geo.example"},
			settings{addr: "localhost:0", root: "/api", log: "text", level: slog.LevelDebug, sample: 100, limits: invocation.Limits{Calls: 1, Memory: 1 << 30, CallMemory: 2 << 20}, maxConnections: 2, drain: time.Minute, scheme: "http", outbound: upstream.TransportConfig{MinTLS: tls.VersionTLS12},
				upstreams: map[string]string{"weather": "http://localhost:1/x", "geo-coder": "https://geo.example"}}},
		{"environment", map[string]string{"NACT_ADDR": "localhost:0", "NACT_ROOT": "/api", "NACT_LOG": "text", "NACT_LOG_LEVEL": "error", "NACT_LOG_SAMPLE": "7", "NACT_NOTICE": "0s", "NACT_DRAIN": "1m",
			"NACT_MAX_CALLS": "1", "NACT_MAX_MEMORY": "1024MiB", "NACT_MAX_CALL_MEMORY": "2MiB", "NACT_MAX_CONNECTIONS": "2", "NACT_UPSTREAM_GEO_CODER": "http://geo"}, nil,
			settings{addr: "localhost:0", root: "/api", log: "text", level: slog.LevelError, sample: 7, limits: invocation.Limits{Calls: 1, Memory: 1 << 30, CallMemory: 2 << 20}, maxConnections: 2, drain: time.Minute, scheme: "http", outbound: upstream.TransportConfig{MinTLS: tls.VersionTLS12}, upstreams: map[string]string{"geo-coder": "http://geo"}}},
		{"flags override the environment", map[string]string{"NACT_ADDR": "localhost:0", "NACT_ROOT": "/api", "NACT_LOG": "yaml", "NACT_DRAIN": "soon", "NACT_UPSTREAM_WEATHER": "http://a"},
			[]string{"--addr=localhost:1", "--root=/", "--log=text", "--drain=1s", "--upstream=weather=http://b"},
			changed(func(s *settings) {
				s.addr, s.log, s.drain, s.upstreams = "localhost:1", "text", time.Second, map[string]string{"weather": "http://b"}
			})},
		{"the last of two", nil, []string{"--addr=localhost:1", "--addr=localhost:2", "--upstream=weather=http://a", "--upstream=weather=http://b"},
			changed(func(s *settings) { s.addr, s.upstreams = "localhost:2", map[string]string{"weather": "http://b"} })},
		{"hosts and origins", nil, []string{"--allow-host=Tools.Example.com.", "--allow-host=[::2],10.0.0.1", "--allow-origin=https://a.example:8443", "--allow-origin", "App://B"},
			changed(func(s *settings) {
				s.access.Hosts, s.access.Origins = []string{"tools.example.com", "::2", "10.0.0.1"}, []string{"https://a.example:8443", "app://b"}
			})},
		{"hosts and origins in the environment", map[string]string{"NACT_ALLOW_HOST": "a.example, b.example", "NACT_ALLOW_ORIGIN": "https://a.example,https://b.example"}, nil,
			changed(func(s *settings) {
				s.access.Hosts, s.access.Origins = []string{"a.example", "b.example"}, []string{"https://a.example", "https://b.example"}
			})},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := parseSettings(weather, test.args, environment(test.environment), nil)
			got.said, got.byFlag = nil, nil
			if err != nil || !reflect.DeepEqual(*got, test.want) {
				t.Errorf("\n got %+v, %v\nwant %+v", got, err, test.want)
			}
		})
	}
}

func TestSettingsRefuse(t *testing.T) {
	tests := []struct {
		name        string
		environment map[string]string
		args        []string
		want        string
	}{
		{"unknown flag", nil, []string{"--cert=1"}, "flag provided but not defined: -cert"},
		{"port", nil, []string{"--port=1"}, "flag provided but not defined: -port: --addr HOST:PORT says where to listen"},
		{"port alone", nil, []string{"--addr", "8080"}, `addr "8080" is not HOST:PORT, such as 127.0.0.1:8080, or :8080 for all addresses of the machine`},
		{"host alone", map[string]string{"NACT_ADDR": "localhost"}, nil, `addr "localhost" is not HOST:PORT, such as 127.0.0.1:8080, or :8080 for all addresses of the machine`},
		{"URL", nil, []string{"--addr=http://localhost:80"}, `addr "http://localhost:80" is not HOST:PORT, such as 127.0.0.1:8080, or :8080 for all addresses of the machine`},
		{"no port", nil, []string{"--addr=:99999"}, `addr ":99999" is not HOST:PORT, such as 127.0.0.1:8080, or :8080 for all addresses of the machine`},
		{"flag without a value", nil, []string{"--addr"}, "flag needs an argument: -addr"},
		{"admin address without a host", nil, []string{"--admin-addr=:9090"}, "admin-addr is not HOST:PORT, such as 127.0.0.1:9090, or 0.0.0.0:9090 for all addresses of the machine"},
		{"argument", nil, []string{"serve"}, `unexpected argument "serve": there are only flags`},
		{"relative root", nil, []string{"--root=api"}, `root "api" is not a path such as / or /api/v1`},
		{"root with a query", map[string]string{"NACT_ROOT": "/a?b"}, nil, `root "/a?b" is not a path such as / or /api/v1`},
		{"log format", map[string]string{"NACT_LOG": "yaml"}, nil, `log format "yaml" is neither json nor text`},
		{"log level", nil, []string{"--log-level=trace"}, `log-level "trace" is none of debug, info, warn and error`},
		{"log sample", nil, []string{"--log-sample=0"}, `log-sample "0" is not a whole number from 1`},
		{"drain", nil, []string{"--drain=-1s"}, "the time to drain is not a positive duration such as 20s"},
		{"drain in the environment", map[string]string{"NACT_DRAIN": "soon"}, nil, "the time to drain is not a positive duration such as 20s"},
		{"drain of nothing", nil, []string{"--drain=0s"}, "the time to drain is not a positive duration such as 20s"},
		{"notice", nil, []string{"--notice=-1s"}, "the notice is not a duration such as 5s or 0s"},
		{"calls", nil, []string{"--max-calls=0"}, `max-calls "0" is not a whole number from 1`},
		{"memory without a unit", nil, []string{"--max-memory=1073741824"}, `max-memory "1073741824" is not a size from 1MiB, such as 512MiB or 2GiB`},
		{"memory of another unit", nil, []string{"--max-memory=1GB"}, `max-memory "1GB" is not a size from 1MiB, such as 512MiB or 2GiB`},
		{"too little memory", nil, []string{"--max-call-memory=1023KiB"}, `max-call-memory "1023KiB" is not a size from 1MiB, such as 512MiB or 2GiB`},
		{"no number of memory", map[string]string{"NACT_MAX_CALL_MEMORY": "MiB"}, nil, `max-call-memory "MiB" is not a size from 1MiB, such as 512MiB or 2GiB`},
		{"too much memory", nil, []string{"--max-memory=9999999999GiB"}, `max-memory "9999999999GiB" is not a size from 1MiB, such as 512MiB or 2GiB`},
		{"connections", map[string]string{"NACT_MAX_CONNECTIONS": "many"}, nil, `max-connections "many" is not a whole number from 1`},
		{"host with a scheme", nil, []string{"--allow-host=https://a.example"}, `allow-host "https://a.example" is not a host name or an IP address, without scheme and port`},
		{"host with a port", nil, []string{"--allow-host=a.example:80"}, `allow-host "a.example:80" is not a host name or an IP address, without scheme and port`},
		{"host of all", nil, []string{"--allow-host=*"}, `allow-host "*" is not a host name or an IP address, without scheme and port`},
		{"no host", nil, []string{"--allow-host=a,"}, `allow-host "" is not a host name or an IP address, without scheme and port`},
		{"origin without a scheme", nil, []string{"--allow-origin=a.example"}, `allow-origin "a.example" is not an origin such as https://tools.example.com`},
		{"origin with a path", nil, []string{"--allow-origin=https://a.example/"}, `allow-origin "https://a.example/" is not an origin such as https://tools.example.com`},
		{"origin of no one", nil, []string{"--allow-origin=null"}, `allow-origin "null" is not an origin such as https://tools.example.com`},
		{"unknown upstream", nil, []string{"--upstream=geo=http://a"}, `--upstream "geo": there is no such upstream; there is: weather, geo-coder`},
		{"upstream without a URL", nil, []string{"--upstream=weather"}, "--upstream wants NAME=URL"},
		{"upstream without a scheme", nil, []string{"--upstream=weather=localhost:1"}, "--upstream weather: the URL must begin with http:// or https:// and a host"},
		{"upstream of another scheme", nil, []string{"--upstream=weather=ftp://a"}, "--upstream weather: the URL must begin with http:// or https:// and a host"},
		{"upstream without a host", map[string]string{"NACT_UPSTREAM_WEATHER": "http:///x"}, nil, "NACT_UPSTREAM_WEATHER: the URL must begin with http:// or https:// and a host"},
		{"upstream with a bad escape", nil, []string{"--upstream=weather=http://a/%zz"}, "--upstream weather: the URL must begin with http:// or https:// and a host"},
		{"upstream with a query", nil, []string{"--upstream=weather=http://a/?key=b"}, "--upstream weather: the URL must end with its path, without query and fragment"},
		{"upstream with credentials", nil, []string{"--upstream=weather=http://u:s3cret@a"}, "--upstream weather: the URL must not hold credentials"},
		{"several", map[string]string{"NACT_LOG": "yaml"}, []string{"--upstream=weather", "--root=x"},
			"root \"x\" is not a path such as / or /api/v1\nlog format \"yaml\" is neither json nor text\n--upstream wants NAME=URL"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := parseSettings(weather, test.args, environment(test.environment), nil); err == nil || err.Error() != test.want {
				t.Errorf("\n got %v\nwant %s", err, test.want)
			}
		})
	}
}

// A variable that only looks like one of the program's own is an error: what it says would count for nothing.
func TestSettingsRefuseUnknownVariables(t *testing.T) {
	program := weather
	program.Environment = []nact.Variable{{Name: "NACT_REDIS_URL"}, {Name: "TOKEN"}}
	tests := []struct{ name, variable, want string }{
		{"misspelt upstream", "NACT_UPSTREAM_WETHER=https://staging.example", "NACT_UPSTREAM_WETHER: the program reads no such variable; did you mean NACT_UPSTREAM_WEATHER?"},
		{"name of an upstream as it is", "NACT_UPSTREAM_geo-coder=https://a", "NACT_UPSTREAM_geo-coder: the program reads no such variable; did you mean NACT_UPSTREAM_GEO_CODER?"},
		{"misspelt setting", "NACT_MAX_CONNECTION=2", "NACT_MAX_CONNECTION: the program reads no such variable; did you mean NACT_MAX_CONNECTIONS?"},
		{"misspelt variable of the service", "NACT_REDIS_URI=redis://:s3cret@a", "NACT_REDIS_URI: the program reads no such variable; did you mean NACT_REDIS_URL?"},
		{"like none", "NACT_TELEMETRY_EXPORTER=s3cret", "NACT_TELEMETRY_EXPORTER: the program reads no such variable; --help lists those that it reads"},
		{"variable of the service with a prefix", "NACT_TOKEN=s3cret", "NACT_TOKEN: the program reads no such variable; --help lists those that it reads"},
		{"a port", "NACT_PORT=8080", "NACT_PORT: the program reads no such variable; --help lists those that it reads"},
		{"upstream", "NACT_UPSTREAM_GEO_CODER=https://a", ""},
		{"variable of the service", "NACT_REDIS_URL=redis://a", ""},
		{"flag of other programs", "NACT_STDIO=1", ""},
		{"another prefix", "NACTGEN_TEST=all", ""},
		{"nothing", "NACT_UPSTREAM_WETHER=", ""},
		{"host of a service in Kubernetes", "NACT_TOOLS_SERVICE_HOST=10.0.0.11", ""},
		{"its port", "NACT_TOOLS_SERVICE_PORT=8080", ""},
		{"its port by name", "NACT_SERVICE_PORT_HTTP_API=8080", ""},
		{"its address", "NACT_PORT=tcp://10.0.0.11:8080", ""},
		{"the address of a port", "NACT_TOOLS_PORT_8080_TCP=tcp://10.0.0.11:8080", ""},
		{"a part of that", "NACT_PORT_53_UDP_ADDR=10.0.0.11", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := parseSettings(program, nil, environment(nil), []string{"HOME=/", test.variable})
			if got := fmt.Sprint(errors.Join(err)); got != cmp.Or(test.want, "<nil>") {
				t.Errorf("\n got %v\nwant %s", got, test.want)
			}
		})
	}
	_, err := parseSettings(weather, []string{"--root=x"}, environment(nil), []string{"NACT_ROOTS=/", "NACT_ADDRS=:1"})
	const want = "NACT_ADDRS: the program reads no such variable; did you mean NACT_ADDR?\n" +
		"NACT_ROOTS: the program reads no such variable; did you mean NACT_ROOT?\n" + `root "x" is not a path such as / or /api/v1`
	if err == nil || err.Error() != want {
		t.Errorf("\n got %v\nwant %s", err, want)
	}
}

// A program has the flag --stdio if it can do what that asks for.
func TestStdioSetting(t *testing.T) {
	able, unable := weather, weather
	unable.Stdio = nil
	tests := []struct {
		name        string
		program     Program
		environment map[string]string
		args        []string
		want        bool
		err         string
	}{
		{"not given", able, nil, nil, false, ""},
		{"flag", able, nil, []string{"--stdio", "--log=text"}, true, ""},
		{"environment", able, map[string]string{"NACT_STDIO": "true"}, nil, true, ""},
		{"flag against the environment", able, map[string]string{"NACT_STDIO": "1"}, []string{"--stdio=false"}, false, ""},
		{"no boolean", able, map[string]string{"NACT_STDIO": "yes"}, nil, false, `stdio "yes" is neither true nor false`},
		{"none", unable, nil, []string{"--stdio"}, false, "flag provided but not defined: -stdio: the service was generated without it; write go: {faces: [nact, mcp]} in its manifest, and generate it anew"},
		{"none, in the environment", unable, map[string]string{"NACT_STDIO": "true"}, nil, false, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, err := parseSettings(test.program, test.args, environment(test.environment), nil)
			switch {
			case test.err != "":
				if err == nil || err.Error() != test.err {
					t.Errorf("got %v, want %s", err, test.err)
				}
			case err != nil || s.stdio != test.want:
				t.Errorf("got %t, %v", s != nil && s.stdio, err)
			}
		})
	}
}

// A program that lacks what a flag or a variable asks for says what its manifest has to say.
func TestSettingsOfOtherPrograms(t *testing.T) {
	program := Program{Name: "nws", Environment: []nact.Variable{{Name: "TOKEN", Secret: true}}}
	const generate, again = ": the service was generated without it; write ", " in its manifest, and generate it anew"
	for flag, entry := range map[string]string{
		"--explain-config": "go: {program: [explain]}", "--healthcheck": "go: {program: [healthcheck]}", "--log-sample=2": "go: {program: [sampling]}",
		"--allow-origin=https://a.example": "go: {program: [cors]}", "--upstream-proxy=http://a": "go: {program: [egress]}", "--upstream-ca=a": "go: {program: [egress]}",
		"--admin-addr=localhost:1": "observe: {metrics: true}", "--audit=a": "observe: {audit: {inputs: [ids]}}",
	} {
		name, _, _ := strings.Cut(flag[2:], "=")
		want := "flag provided but not defined: -" + name + generate + entry + again
		if _, err := parseSettings(program, []string{flag, "--root=/"}, environment(nil), nil); errorText(err) != want {
			t.Errorf("%s: %v", flag, err)
		}
	}
	_, err := parseSettings(program, nil, environment(map[string]string{"TOKEN_FILE": "/run/s3cret"}), []string{"NACT_UPSTREAMS_PROXY=http://u:s3cret@a", "NACT_LOG_SAMPLE=2"})
	want := "NACT_LOG_SAMPLE: the program reads no such variable; the service was generated without it; write go: {program: [sampling]}" + again +
		"\nNACT_UPSTREAMS_PROXY: the program reads no such variable; the service was generated without it; write go: {program: [egress]}" + again +
		"\nTOKEN_FILE: the program reads no values from files; the service was generated without it; write go: {program: [files]}" + again
	if errorText(err) != want {
		t.Errorf("got %v", err)
	}
	var help strings.Builder
	writeHelp(&help, program)
	for flag := range asks {
		if strings.Contains(help.String(), "--"+flag) {
			t.Errorf("help has --%s:\n%s", flag, &help)
		}
		if _, err := parseSettings(whole(Program{Name: "nws", Audit: true, TLS: new(Certificates), Settings: new(throttle.Source).Settings()}), []string{"--" + flag}, environment(nil), nil); err != nil && strings.Contains(err.Error(), "not defined") {
			t.Errorf("no program has --%s", flag)
		}
	}
}

func TestSettingsHelp(t *testing.T) {
	for _, arg := range []string{"--help", "-h"} {
		if _, err := parseSettings(weather, []string{arg}, environment(nil), nil); !errors.Is(err, flag.ErrHelp) {
			t.Errorf("%s: got %v", arg, err)
		}
	}
}

// The default time to drain lets the longest call end.
func TestDefaultDrain(t *testing.T) {
	for longest, want := range map[time.Duration]time.Duration{0: 35 * time.Second, time.Second: 6 * time.Second, 2 * time.Minute: 125 * time.Second} {
		s, err := parseSettings(Program{Name: "nws", LongestCall: longest}, nil, environment(nil), nil)
		if err != nil || s.drain != want {
			t.Errorf("%v: got %v, %v; want %v", longest, s.drain, err, want)
		}
	}
}
