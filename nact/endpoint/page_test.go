package endpoint_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
)

// A page has the bytes of the signatures that it lists, wherever they stand in the catalog.
func TestPagesAreMadeOfSignatures(t *testing.T) {
	tools := numbered(30)
	for i := range tools {
		if i%3 == 0 {
			tools[i].Versions[0].Tags = []string{"third"}
		}
	}
	tools[29].Withdrawn = &nact.Withdrawal{}
	server := serve(t, endpoint.Config{}, tools...)
	for _, query := range []string{"", "?pageLimit=1", "?pageLimit=7", "?tag=third", "?tag=third&pageLimit=4", "?name=2", "?name=tool_2&pageLimit=9", "?name=nothing"} {
		got := get(t, server.URL+"/tools"+query).body
		var page struct {
			Items []struct {
				ToolID string `json:"toolId"`
			} `json:"items"`
			Paging json.RawMessage `json:"paging"`
		}
		if err := json.Unmarshal([]byte(got), &page); err != nil {
			t.Fatal(err)
		}
		var items []string
		for _, item := range page.Items {
			items = append(items, get(t, server.URL+"/tools/"+item.ToolID).body)
		}
		if want := `{"items":[` + strings.Join(items, ",") + `],"paging":` + string(page.Paging) + `}`; got != want {
			t.Errorf("%s\n got %s\nwant %s", query, got, want)
		}
	}
}

// The tag of a page is another one whenever a byte of the page is another one, and otherwise the same.
func TestTagsOfPages(t *testing.T) {
	paths := []string{"/tools", "/tools?pageLimit=3", "/tools?pageLimit=2", "/tools?name=tool_1", "/tools?name=tool_2", "/tools?name=tool", "/tools?version=1", "/tools?pageLimit=50", "/tools/00000000-0000-4000-8000-000000000001/versions"}
	change := func(i int) []nact.Tool {
		tools := numbered(5)
		if i >= 0 {
			tools[i].Versions[0].Description = "a tool."
		}
		return tools
	}
	bodies, tags := make(map[string]string), make(map[string]string)
	for i := -1; i < 5; i++ {
		server := serve(t, endpoint.Config{}, change(i)...)
		for _, path := range paths {
			answer := get(t, server.URL+path)
			tag := answer.header.Get("Etag")
			where := fmt.Sprintf("%s, tool %d changed", path, i)
			if other, taken := bodies[tag]; taken && other != answer.body {
				t.Errorf("%s: the tag is that of other bytes", where)
			}
			if other, taken := tags[answer.body]; taken && other != tag {
				t.Errorf("%s: the same bytes had another tag", where)
			}
			bodies[tag], tags[answer.body] = answer.body, tag
		}
	}
}

// Memory does not grow with the pages that clients ask for, nor with what they search.
func TestPagesTakeNoMemory(t *testing.T) {
	tools := numbered(500)
	for i := range tools {
		tools[i].Versions[0].Description = strings.Repeat("x", 1000)
	}
	handler, err := endpoint.New(endpoint.Config{Name: "weather"}, tools)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	const times = 100
	size := 0
	runtime.ReadMemStats(&before)
	for i := range times {
		request := httptest.NewRequest("GET", fmt.Sprintf("/tools?pageLimit=%d&name=tool", 500-i), nil)
		answer := &sink{header: http.Header{}}
		handler.ServeHTTP(answer, request)
		size += answer.size
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > uint64(size)/4 {
		t.Errorf("pages of %d bytes took %d bytes of memory", size, taken)
	}
}
