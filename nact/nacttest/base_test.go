package nacttest

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// get is a request by way of the replay.
func get(t *testing.T, replay *Replay, url string) string {
	t.Helper()
	response, err := (&http.Client{Transport: replay}).Get(url)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(response.Status + " " + string(text))
}

func TestReplayAtBaseURLs(t *testing.T) {
	item := func(upstream, body string) Recording {
		return Recording{Upstream: upstream, Method: "GET", Path: "/items/{id}", Params: []Param{{"query", "page", "2"}}, Body: body}
	}
	replay := NewReplay(t, item("shop", "of the shop"), item("below", "below it"), item("same", "the same"), item("other", "another"))
	for name, at := range map[string]string{"shop": "https://api.example.com/v1/", "other": "http://api.example.com/v1"} {
		if got := replay.At(name, at); got != at {
			t.Errorf("%s is at %s", name, got)
		}
	}
	for name, at := range map[string]string{"below": "https://api.example.com/v1/b", "same": "https://API.example.com/v1"} {
		if got := replay.At(name, at); got != replay.URL(name) {
			t.Errorf("%s is at %s, which the shop is as well", name, got)
		}
	}
	for _, c := range []struct{ url, want string }{
		{"https://api.example.com/v1/items/a%2Fb?page=2", "200 OK of the shop"},
		{replay.URL("below") + "/items/1?page=2", "200 OK below it"},
		{replay.URL("same") + "/items/1?page=2", "200 OK the same"},
		{"http://api.example.com/v1/items/1?page=2", "200 OK another"},
	} {
		if got := get(t, replay, c.url); got != c.want {
			t.Errorf("%s: got %s, want %s", c.url, got, c.want)
		}
	}
}

// TestReplayLeavesNothingOut: what is for none of the upstreams is not sent.
func TestReplayLeavesNothingOut(t *testing.T) {
	for url, want := range map[string]string{
		"https://api.example.com/v10/items":  "the example records no answer of https://api.example.com: none of its upstreams is there",
		"http://api.example.com/v1/items":    "the example records no answer of http://api.example.com: none of its upstreams is there",
		"https://files.example.com/v1/items": "the example records no answer of https://files.example.com: none of its upstreams is there",
		"https://api.example.com/v1/items":   "the example records no answer for GET /items of shop; record one for the step that asks",
	} {
		got := observe(t, func(o testing.TB) {
			replay := NewReplay(o)
			replay.At("shop", "https://api.example.com/v1")
			get(t, replay, url)
		})
		if got != want {
			t.Errorf("%s: got %s", url, got)
		}
	}
}
