package endpoint_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
)

func day(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func withdrawn(t nact.Tool, w nact.Withdrawal) nact.Tool {
	t.Withdrawn = &w
	return t
}

// TestWithdrawnToolIsNotFound: the enumeration and the page for people leave it out; a page has as many others as it can.
func TestWithdrawnToolIsNotFound(t *testing.T) {
	tools := numbered(4)
	tools[1] = withdrawn(tools[1], nact.Withdrawal{})
	server := serve(t, endpoint.Config{}, tools...)
	if got, want := walkAll(t, server.URL+"/tools", "pageLimit=2", 2).names(), "tool_0 tool_2 tool_3"; got != want {
		t.Errorf("enumerated are %s, want %s", got, want)
	}
	if home := get(t, server.URL+"/").body; strings.Contains(home, "tool_1") || !strings.Contains(home, "tool_2") {
		t.Errorf("the page for people is\n%s", home)
	}
}

// TestWithdrawnToolAnswers: whoever knows its ID is served as before, and told at every address.
func TestWithdrawnToolAnswers(t *testing.T) {
	tool := withdrawn(simple(tidesID, "lookup_tides", 2), nact.Withdrawal{Since: day(2026, 11, 20), Sunset: day(2027, 5, 31)})
	server := serve(t, endpoint.Config{}, tool)
	const call = `{"name": "lookup_tides", "input_parameters": []}`
	tests := []struct {
		name, method, path, body string
		header                   []string
		status                   int
	}{
		{"the signature", "GET", "", "", nil, 200},
		{"a signature that the client has", "GET", "", "", []string{"If-None-Match", "*"}, 304},
		{"a version", "GET", "/versions/1", "", nil, 200},
		{"all versions", "GET", "/versions", "", nil, 200},
		{"a call", "POST", ":invoke", call, []string{"Content-Type", "application/json"}, 200},
		{"a call of a version", "POST", "/versions/1:invoke", call, []string{"Content-Type", "application/json"}, 200},
		{"a call that is refused", "POST", ":invoke", `{}`, []string{"Content-Type", "application/json"}, 400},
		{"a wrong method", "DELETE", "", "", nil, 405},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := do(t, test.method, server.URL+"/tools/"+tidesID+test.path, test.body, test.header...)
			if got.status != test.status {
				t.Errorf("status %d, want %d: %s", got.status, test.status, got.body)
			}
			if deprecation, sunset := got.header.Get("Deprecation"), got.header.Get("Sunset"); deprecation != "@1795132800" || sunset != "Mon, 31 May 2027 00:00:00 GMT" {
				t.Errorf("Deprecation: %s, Sunset: %s", deprecation, sunset)
			}
		})
	}
}

func TestWithdrawalHeader(t *testing.T) {
	tests := []struct {
		name                string
		tool                nact.Tool
		deprecation, sunset string
	}{
		{"not withdrawn", simple(tidesID, "lookup_tides", 1), "", ""},
		{"since nobody knows when", withdrawn(simple(tidesID, "lookup_tides", 1), nact.Withdrawal{}), "@0", ""},
		{"since a day", withdrawn(simple(tidesID, "lookup_tides", 1), nact.Withdrawal{Since: day(1970, 1, 2)}), "@86400", ""},
		{"in another zone", withdrawn(simple(tidesID, "lookup_tides", 1), nact.Withdrawal{
			Sunset: time.Date(2027, 5, 31, 1, 30, 0, 0, time.FixedZone("CEST", 2*60*60)),
		}), "@0", "Sun, 30 May 2027 23:30:00 GMT"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server := serve(t, endpoint.Config{}, test.tool)
			header := get(t, server.URL+"/tools/"+tidesID).header
			if got := header.Get("Deprecation"); got != test.deprecation {
				t.Errorf("Deprecation: %s, want %s", got, test.deprecation)
			}
			if got := header.Get("Sunset"); got != test.sunset {
				t.Errorf("Sunset: %s, want %s", got, test.sunset)
			}
		})
	}
}

// TestRenamedTool: every version goes by its own name, at its own address and at that of the tool if it is the current one.
func TestRenamedTool(t *testing.T) {
	tool := simple(tidesID, "lookup_tides", 2)
	tool.Versions[1].Name = "watch_tides"
	server := serve(t, endpoint.Config{}, tool)
	tests := []struct {
		path, name string
		status     int
	}{
		{":invoke", "watch_tides", 200},
		{":invoke", "lookup_tides", 400},
		{"/versions/1:invoke", "lookup_tides", 200},
		{"/versions/1:invoke", "watch_tides", 400},
		{"/versions/2:invoke", "watch_tides", 200},
		{"/versions/2:invoke", "lookup_tides", 400},
	}
	for _, test := range tests {
		got := post(t, server.URL+"/tools/"+tidesID+test.path, `{"name": "`+test.name+`", "input_parameters": []}`)
		if got.status != test.status {
			t.Errorf("%s with the name %s: %d, want %d: %s", test.path, test.name, got.status, test.status, got.body)
		}
		if test.status == http.StatusBadRequest {
			if v := got.problem(t, 400).Violations; len(v) != 1 || v[0].Rule != "name" {
				t.Errorf("%s with the name %s violates %v", test.path, test.name, v)
			}
		}
	}
}
