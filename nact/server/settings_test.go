package server

import (
	"errors"
	"flag"
	"reflect"
	"testing"
	"time"
)

var weather = Program{Name: "nws", Upstreams: []string{"weather", "geo-coder"}}

// environment returns a getenv of the given variables.
func environment(variables map[string]string) func(string) string {
	return func(name string) string { return variables[name] }
}

func TestSettings(t *testing.T) {
	tests := []struct {
		name        string
		environment map[string]string
		args        []string
		want        settings
	}{
		{"defaults", nil, nil,
			settings{"127.0.0.1:8080", "/", "json", 20 * time.Second, map[string]string{}}},
		{"flags", nil, []string{"--addr", ":0", "--root=/api", "-log", "text", "--drain", "1m", "--upstream", "weather=http://localhost:1/x", "--upstream=geo-coder=https://geo.example"},
			settings{":0", "/api", "text", time.Minute, map[string]string{"weather": "http://localhost:1/x", "geo-coder": "https://geo.example"}}},
		{"environment", map[string]string{"NACT_ADDR": ":0", "NACT_ROOT": "/api", "NACT_LOG": "text", "NACT_DRAIN": "1m", "NACT_UPSTREAM_GEO_CODER": "http://geo"}, nil,
			settings{":0", "/api", "text", time.Minute, map[string]string{"geo-coder": "http://geo"}}},
		{"flags override the environment", map[string]string{"NACT_ADDR": ":0", "NACT_ROOT": "/api", "NACT_LOG": "yaml", "NACT_DRAIN": "soon", "NACT_UPSTREAM_WEATHER": "http://a"},
			[]string{"--addr=:1", "--root=/", "--log=text", "--drain=1s", "--upstream=weather=http://b"},
			settings{":1", "/", "text", time.Second, map[string]string{"weather": "http://b"}}},
		{"the last of two", nil, []string{"--addr=:1", "--addr=:2", "--upstream=weather=http://a", "--upstream=weather=http://b"},
			settings{":2", "/", "json", 20 * time.Second, map[string]string{"weather": "http://b"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := parseSettings(weather, test.args, environment(test.environment))
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
		{"unknown flag", nil, []string{"--port=1"}, "flag provided but not defined: -port"},
		{"flag without a value", nil, []string{"--addr"}, "flag needs an argument: -addr"},
		{"argument", nil, []string{"serve"}, `unexpected argument "serve": there are only flags`},
		{"relative root", nil, []string{"--root=api"}, `root "api" is not a path such as / or /api/v1`},
		{"root with a query", map[string]string{"NACT_ROOT": "/a?b"}, nil, `root "/a?b" is not a path such as / or /api/v1`},
		{"log format", map[string]string{"NACT_LOG": "yaml"}, nil, `log format "yaml" is neither json nor text`},
		{"drain", nil, []string{"--drain=-1s"}, "the time to drain is not a positive duration such as 20s"},
		{"drain in the environment", map[string]string{"NACT_DRAIN": "soon"}, nil, "the time to drain is not a positive duration such as 20s"},
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
			if _, err := parseSettings(weather, test.args, environment(test.environment)); err == nil || err.Error() != test.want {
				t.Errorf("\n got %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestSettingsHelp(t *testing.T) {
	for _, arg := range []string{"--help", "-h"} {
		if _, err := parseSettings(weather, []string{arg}, environment(nil)); !errors.Is(err, flag.ErrHelp) {
			t.Errorf("%s: got %v", arg, err)
		}
	}
}
