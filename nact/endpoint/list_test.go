package endpoint_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
)

// walkAll follows the cursors from url to the last page and returns all items.
func walkAll(t *testing.T, base, query string, pages int) page {
	t.Helper()
	var all page
	next := query
	for range pages {
		p := get(t, base+"?"+next).page(t)
		all.Items = append(all.Items, p.Items...)
		if p.Paging.Next == "" {
			return all
		}
		next = query + "&pageCursor=" + url.QueryEscape(p.Paging.Next)
	}
	t.Fatalf("the walk of %s?%s does not end after %d pages", base, query, pages)
	return all
}

func TestPageLimit(t *testing.T) {
	server := serve(t, endpoint.Config{PageDefault: 3, PageMax: 4}, numbered(10)...)
	tests := []struct {
		query string
		limit int
	}{
		{"", 3},
		{"pageLimit=1", 1},
		{"pageLimit=4", 4},
		{"pageLimit=5", 4},
		{"pageLimit=99999999999999999999999", 4},
		{"pageLimit=02", 2},
	}
	for _, test := range tests {
		t.Run(test.query, func(t *testing.T) {
			p := get(t, server.URL+"/tools?"+test.query).page(t)
			if p.Paging.PageLimit != test.limit || len(p.Items) != test.limit || p.Paging.Next == "" {
				t.Errorf("%d items with %+v, want %d and a cursor", len(p.Items), p.Paging, test.limit)
			}
		})
	}
}

func TestDefaultPageLimits(t *testing.T) {
	server := serve(t, endpoint.Config{}, numbered(501)...)
	for query, want := range map[string]int{"": 50, "?pageLimit=1000": 500} {
		p := get(t, server.URL+"/tools"+query).page(t)
		if p.Paging.PageLimit != want || len(p.Items) != want {
			t.Errorf("%q: %d items, limit %d; want %d", query, len(p.Items), p.Paging.PageLimit, want)
		}
	}
}

func TestLastPageHasNoNext(t *testing.T) {
	server := serve(t, endpoint.Config{}, numbered(4)...)
	for _, limit := range []int{4, 5} { // exactly full, and not full
		got := get(t, fmt.Sprintf("%s/tools?pageLimit=%d", server.URL, limit))
		if strings.Contains(got.body, "next") {
			t.Errorf("pageLimit=%d: %s", limit, got.body)
		}
	}
}

func TestNoTools(t *testing.T) {
	server := serve(t, endpoint.Config{})
	if got, want := get(t, server.URL+"/tools").body, `{"items":[],"paging":{"pageLimit":50}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestWalk(t *testing.T) {
	server := serve(t, endpoint.Config{}, numbered(10)...)
	for limit := 1; limit <= 11; limit++ {
		got := walkAll(t, server.URL+"/tools", fmt.Sprintf("pageLimit=%d", limit), 11).names()
		if want := "tool_0 tool_1 tool_2 tool_3 tool_4 tool_5 tool_6 tool_7 tool_8 tool_9"; got != want {
			t.Errorf("pageLimit=%d: got %s", limit, got)
		}
	}
}

// A cursor goes on where it stopped, on a restarted service with other tools, in another order, some renamed.
func TestWalkAcrossRestart(t *testing.T) {
	all := numbered(10)
	renamed := simple(all[6].Current().ToolID, "a_new_name", 1)
	tests := []struct {
		name   string
		before []nact.Tool
		after  []nact.Tool
		want   string // from the second page on; the first has two tools
	}{
		{"nothing changed", all[:6], all[:6], "tool_2 tool_3 tool_4 tool_5"},
		{"declared in another order", all[:4], []nact.Tool{all[3], all[0], all[2], all[1]}, "tool_2 tool_3"},
		{"one before the boundary added", all[1:6], all[:6], "tool_3 tool_4 tool_5"},
		{"one before the boundary removed", all[:6], all[1:6], "tool_2 tool_3 tool_4 tool_5"},
		{"the boundary removed", all[:6], append([]nact.Tool{all[0]}, all[2:6]...), "tool_2 tool_3 tool_4 tool_5"},
		{"one after the boundary added", []nact.Tool{all[0], all[1], all[3]}, all[:4], "tool_2 tool_3"},
		{"one renamed", all[5:8], []nact.Tool{all[5], renamed, all[7]}, "tool_7"},
		{"all that was left removed", all[:6], all[:2], ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			first := get(t, serve(t, endpoint.Config{}, test.before...).URL+"/tools?pageLimit=2").page(t)
			if len(first.Items) != 2 || first.Paging.Next == "" {
				t.Fatalf("the first page is %+v", first)
			}
			restarted := serve(t, endpoint.Config{}, test.after...)
			got := walkAll(t, restarted.URL+"/tools", "pageCursor="+first.Paging.Next, 1)
			if got.names() != test.want {
				t.Errorf("got %s, want %s", got.names(), test.want)
			}
		})
	}
}

func TestVersionsAreWalkedNewestFirst(t *testing.T) {
	before := serve(t, endpoint.Config{}, simple(tidesID, "lookup_tides", 12))
	if got, want := walkAll(t, before.URL+"/tools/"+tidesID+"/versions", "pageLimit=5", 3).versions(), "12 11 10 9 8 7 6 5 4 3 2 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	first := get(t, before.URL+"/tools/"+tidesID+"/versions?pageLimit=3").page(t)
	for _, item := range first.Items {
		if item.CurrentVersion != 12 {
			t.Errorf("currentVersion of version %d is %d", item.Version, item.CurrentVersion)
		}
	}
	after := serve(t, endpoint.Config{}, simple(tidesID, "lookup_tides", 13))
	rest := get(t, after.URL+"/tools/"+tidesID+"/versions?pageCursor="+first.Paging.Next).page(t)
	if got, want := rest.versions(), "9 8 7 6 5 4 3 2 1"; got != want {
		t.Errorf("after a version was added midway, the rest is %s, want %s", got, want)
	}
}

// filtered are tools to filter.
func filtered() []nact.Tool {
	tools := []nact.Tool{
		simple("00000000-0000-4000-8000-000000000001", "lookup_weather", 1, "weather", "read"),
		simple("00000000-0000-4000-8000-000000000002", "lookup_tides", 2, "sea", "read"),
		simple("00000000-0000-4000-8000-000000000003", "report_weather", 3, "weather"),
		simple("00000000-0000-4000-8000-000000000004", "report_storm", 4, "weather", "sea", "a b&c"),
	}
	return tools
}

func TestToolFilters(t *testing.T) {
	server := serve(t, endpoint.Config{}, filtered()...)
	tests := []struct{ query, want string }{
		{"tag=weather", "lookup_weather report_weather report_storm"},
		{"tag=weather&tag=sea", "report_storm"},
		{"tag=sea&tag=weather&tag=sea", "report_storm"},
		{"tag=Weather", ""},
		{"tag=a+b%26c", "report_storm"},
		{"tag=", ""},
		{"name=weather", "lookup_weather report_weather"},
		{"name=WEATHER", "lookup_weather report_weather"},
		{"name=p_t", "lookup_tides"},
		{"name=", "lookup_weather lookup_tides report_weather report_storm"},
		{"name=.%2A", ""},
		{"version=0", "lookup_weather lookup_tides report_weather report_storm"},
		{"version=3", "report_weather report_storm"},
		{"version=5", ""},
		{"tag=weather&name=report&version=4", "report_storm"},
		{"unknown=1&since=9&utm=x", "lookup_weather lookup_tides report_weather report_storm"},
	}
	for _, test := range tests {
		t.Run(test.query, func(t *testing.T) {
			if got := get(t, server.URL+"/tools?"+test.query).page(t).names(); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if got := walkAll(t, server.URL+"/tools", test.query+"&pageLimit=1", 4).names(); got != test.want {
				t.Errorf("walked one by one, got %s, want %s", got, test.want)
			}
		})
	}
}

func TestVersionFilter(t *testing.T) {
	server := serve(t, endpoint.Config{}, simple(tidesID, "lookup_tides", 4))
	for query, want := range map[string]string{"since=3": "4 3", "since=0": "4 3 2 1", "since=5": "", "version=4&tag=x&name=y": "4 3 2 1"} {
		if got := get(t, server.URL+"/tools/"+tidesID+"/versions?"+query).page(t).versions(); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}

func TestCursorCarriesFilters(t *testing.T) {
	server := serve(t, endpoint.Config{}, filtered()...)
	next := get(t, server.URL+"/tools?pageLimit=1&tag=weather&name=R").page(t).Paging.Next
	for _, query := range []string{"", "&tag=weather&name=r", "&name=R&tag=weather&tag=weather", "&unknown=1"} {
		if got, want := get(t, server.URL+"/tools?pageCursor="+next+query).page(t).names(), "report_weather report_storm"; got != want {
			t.Errorf("%q: got %s, want %s", query, got, want)
		}
	}
	for _, query := range []string{"&tag=weather", "&tag=sea&name=r", "&version=1"} {
		p := get(t, server.URL+"/tools?pageCursor="+next+query).problem(t, 400)
		if want := "pageCursor was issued for other filters: repeat those, or give the cursor alone."; p.Detail != want {
			t.Errorf("%q: got %s", query, p.Detail)
		}
	}
}

func TestBadQueries(t *testing.T) {
	server := serve(t, endpoint.Config{}, append(numbered(3), simple(tidesID, "lookup_tides", 3))...)
	other := serve(t, endpoint.Config{Name: "other"}, numbered(3)...)
	toolsCursor := get(t, server.URL+"/tools?pageLimit=1").page(t).Paging.Next
	versionsCursor := get(t, server.URL+"/tools/"+tidesID+"/versions?pageLimit=1").page(t).Paging.Next
	othersCursor := get(t, other.URL+"/tools?pageLimit=1").page(t).Paging.Next

	const notIssued = "pageCursor was not issued by this enumeration: leave it out to start from the first page."
	tests := []struct{ name, path, parameter, message string }{
		{"limit 0", "/tools?pageLimit=0", "pageLimit", "pageLimit must be a whole number, 1 or more."},
		{"negative limit", "/tools?pageLimit=-1", "pageLimit", "pageLimit must be a whole number, 1 or more."},
		{"fractional limit", "/tools?pageLimit=1.0", "pageLimit", "pageLimit must be a whole number, 1 or more."},
		{"limit with a sign", "/tools?pageLimit=%2B1", "pageLimit", "pageLimit must be a whole number, 1 or more."},
		{"empty limit", "/tools?pageLimit=", "pageLimit", "pageLimit must be a whole number, 1 or more."},
		{"limit as a word", "/tools/" + tidesID + "/versions?pageLimit=all", "pageLimit", "pageLimit must be a whole number, 1 or more."},
		{"limit twice", "/tools?pageLimit=1&pageLimit=1", "pageLimit", "pageLimit is given more than once."},
		{"version as a word", "/tools?version=latest", "version", "version must be a whole number, 0 or more."},
		{"since as a word", "/tools/" + tidesID + "/versions?since=x", "since", "since must be a whole number, 0 or more."},
		{"name twice", "/tools?name=a&name=b", "name", "name is given more than once."},
		{"empty cursor", "/tools?pageCursor=", "pageCursor", notIssued},
		{"made-up cursor", "/tools?pageCursor=2", "pageCursor", notIssued},
		{"damaged cursor", "/tools?pageCursor=" + toolsCursor[:len(toolsCursor)-1], "pageCursor", notIssued},
		{"cursor with more behind it", "/tools?pageCursor=" + toolsCursor + "%0A", "pageCursor", notIssued},
		{"another service's cursor", "/tools?pageCursor=" + othersCursor, "pageCursor", notIssued},
		{"cursor of the versions", "/tools?pageCursor=" + versionsCursor, "pageCursor", notIssued},
		{"cursor of the tools", "/tools/" + tidesID + "/versions?pageCursor=" + toolsCursor, "pageCursor", notIssued},
		{"cursor twice", "/tools?pageCursor=" + toolsCursor + "&pageCursor=" + toolsCursor, "pageCursor", "pageCursor is given more than once."},
		{"malformed escape", "/tools?tag=%zz", "", "The query cannot be decoded: separate parameters by & and escape other characters by %."},
		{"semicolon", "/tools?tag=a;name=b", "", "The query cannot be decoded: separate parameters by & and escape other characters by %."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := get(t, server.URL+test.path).problem(t, http.StatusBadRequest)
			if want := (violation{test.parameter, "query", test.message}); len(p.Violations) != 1 || p.Violations[0] != want {
				t.Errorf("\n got %+v\nwant %+v", p.Violations, want)
			}
		})
	}
}

func TestAllQueryViolationsAreListed(t *testing.T) {
	server := serve(t, endpoint.Config{})
	p := get(t, server.URL+"/tools?version=x&pageLimit=0&pageCursor=x").problem(t, http.StatusBadRequest)
	if len(p.Violations) != 3 || !strings.HasSuffix(p.Detail, " And 2 more: see violations.") {
		t.Errorf("got %+v", p)
	}
}

func TestConditionalRequests(t *testing.T) {
	server := serve(t, endpoint.Config{}, filtered()...)
	const id = "00000000-0000-4000-8000-000000000004"
	for _, path := range []string{"/tools", "/tools?tag=weather", "/tools?pageLimit=2", "/tools/" + id, "/tools/" + id + "/versions", "/tools/" + id + "/versions/1", "/tools/openapi.json", "/"} {
		t.Run(path, func(t *testing.T) {
			full := get(t, server.URL+path)
			tag := full.header.Get("Etag")
			if len(tag) < 4 || tag[0] != '"' || tag[len(tag)-1] != '"' {
				t.Fatalf("the ETag is %s, want a strong one", tag)
			}
			for name, want := range map[string]string{"Cache-Control": "no-cache", "Vary": "Accept, Accept-Encoding", "X-Content-Type-Options": "nosniff"} {
				if got := full.header.Get(name); got != want {
					t.Errorf("%s: %s, want %s", name, got, want)
				}
			}
			for _, match := range []string{tag, "*", " * ", "W/" + tag, `"other", ` + tag, `W/"a,b",W/` + tag, ` ,, ` + tag + ` , "x"`, `"a"` + tag} {
				for _, method := range []string{"GET", "HEAD"} {
					got := do(t, method, server.URL+path, "", "If-None-Match", match)
					if got.status != http.StatusNotModified || got.body != "" || got.header.Get("Etag") != tag || got.header.Get("Cache-Control") != "no-cache" || got.header.Get("Vary") == "" {
						t.Errorf("%s If-None-Match: %s: got %d %v", method, match, got.status, got.header)
					}
					if media := got.header.Get("Content-Type"); media != "" {
						t.Errorf("a 304 has Content-Type %s", media)
					}
				}
			}
			if got := get(t, server.URL+path, "If-None-Match", `"other"`, "If-None-Match", tag); got.status != http.StatusNotModified {
				t.Errorf("a match in a second field: got %d", got.status)
			}
			for _, match := range []string{`"other"`, strings.Trim(tag, `"`), `"` + tag, "w/" + tag, `"*"`, "", `"`, `W/`, `x` + tag, tag[:len(tag)-1]} {
				if got := get(t, server.URL+path, "If-None-Match", match); got.status != http.StatusOK || got.body != full.body {
					t.Errorf("If-None-Match: %s: got %d", match, got.status)
				}
			}
		})
	}
}

func TestEntityTags(t *testing.T) {
	one, two := serve(t, endpoint.Config{}, filtered()...), serve(t, endpoint.Config{}, filtered()...)
	changed := serve(t, endpoint.Config{}, filtered()[:3]...)
	tag := func(url string) string { return get(t, url).header.Get("Etag") }
	if tag(one.URL+"/tools") != tag(two.URL+"/tools") {
		t.Error("two instances of a service have different tags for the same bytes")
	}
	if tag(one.URL+"/tools") == tag(changed.URL+"/tools") {
		t.Error("a tool is gone, and the tag is the same")
	}
	if tag(one.URL+"/tools?tag=sea") == tag(one.URL+"/tools?tag=weather") {
		t.Error("two different pages have the same tag")
	}
}
