package upstream

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// dated answers with the clock's time in Date.
func dated(clock *clock, handler func(int64, http.ResponseWriter, *http.Request)) func(int64, http.ResponseWriter, *http.Request) {
	return func(n int64, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", clock.Now().Format(http.TimeFormat))
		handler(n, w, r)
	}
}

// at is a header with a time that is so far from that of a new clock.
func at(name string, after time.Duration) string {
	return name + ": " + newClock().now.Add(after).Format(http.TimeFormat)
}

// TestFreshness: for how long an answer is handed out again, by what it says of itself.
func TestFreshness(t *testing.T) {
	const never = 0
	for name, test := range map[string]struct {
		header []string
		good   time.Duration // how long; never: not even at once
	}{
		"nothing":                          {nil, never},
		"max-age":                          {[]string{"Cache-Control: max-age=60"}, time.Minute},
		"in capitals":                      {[]string{"Cache-Control: MAX-AGE=60"}, time.Minute},
		"quoted":                           {[]string{`Cache-Control: max-age="60"`}, time.Minute},
		"among others":                     {[]string{"Cache-Control: public, must-revalidate ,,max-age=60, stale-if-error=99"}, time.Minute},
		"in two lines":                     {[]string{"Cache-Control: private", "Cache-Control: max-age=60"}, time.Minute},
		"private":                          {[]string{"Cache-Control: private, max-age=60"}, time.Minute},
		"private for a header":             {[]string{`Cache-Control: private="X-A, X-B", max-age=60`}, time.Minute},
		"s-maxage is for shared caches":    {[]string{"Cache-Control: s-maxage=600, max-age=60"}, time.Minute},
		"s-maxage alone":                   {[]string{"Cache-Control: s-maxage=600"}, never},
		"max-age before Expires":           {[]string{"Cache-Control: max-age=60", at("Expires", time.Hour)}, time.Minute},
		"max-age of 0 before Expires":      {[]string{"Cache-Control: max-age=0", at("Expires", time.Hour)}, never},
		"max-age twice":                    {[]string{"Cache-Control: max-age=60, max-age=60"}, time.Minute},
		"max-age in two ways":              {[]string{"Cache-Control: max-age=60, max-age=90"}, never},
		"max-age without a number":         {[]string{"Cache-Control: max-age"}, never},
		"max-age that is none":             {[]string{"Cache-Control: max-age=6x", at("Expires", time.Hour)}, never},
		"negative max-age":                 {[]string{"Cache-Control: max-age=-60"}, never},
		"fraction":                         {[]string{"Cache-Control: max-age=60.5"}, never},
		"more seconds than there are":      {[]string{"Cache-Control: max-age=" + strings.Repeat("9", 400)}, (1 << 31) * time.Second},
		"malformed":                        {[]string{`Cache-Control: max-age=60, private="no-store`}, never},
		"blank in a directive":             {[]string{"Cache-Control: max-age =60"}, never},
		"no-store":                         {[]string{"Cache-Control: max-age=60, no-store"}, never},
		"No-Store":                         {[]string{"Cache-Control: max-age=60", "Cache-Control: No-Store"}, never},
		"no-store in quotes is no word":    {[]string{`Cache-Control: max-age=60, x="no-store, no-cache"`}, time.Minute},
		"no-cache":                         {[]string{"Cache-Control: max-age=60, no-cache"}, never},
		"no-cache for a header":            {[]string{`Cache-Control: max-age=60, no-cache="X-A"`}, never},
		"Expires":                          {[]string{at("Expires", time.Minute)}, time.Minute},
		"Expires with another clock":       {[]string{at("Date", 10*time.Second), at("Expires", 70*time.Second)}, time.Minute},
		"Expires in the past":              {[]string{at("Expires", -time.Minute)}, never},
		"Expires 0":                        {[]string{"Expires: 0"}, never},
		"Expires twice":                    {[]string{at("Expires", time.Hour), at("Expires", time.Hour)}, never},
		"Age":                              {[]string{"Cache-Control: max-age=60", "Age: 20"}, 40 * time.Second},
		"Age above max-age":                {[]string{"Cache-Control: max-age=60", "Age: 60"}, never},
		"Age that is none":                 {[]string{"Cache-Control: max-age=60", "Age: old"}, time.Minute},
		"Date in the past":                 {[]string{"Cache-Control: max-age=60", at("Date", -30*time.Second)}, 30 * time.Second},
		"Date in the future":               {[]string{"Cache-Control: max-age=60", at("Date", time.Hour)}, time.Minute},
		"Date that is none":                {[]string{"Cache-Control: max-age=60", "Date: today"}, time.Minute},
		"Age and Date":                     {[]string{"Cache-Control: max-age=60", "Age: 20", at("Date", -50*time.Second)}, 10 * time.Second},
		"Vary":                             {[]string{"Cache-Control: max-age=60", "Vary: Accept, X-Tenant"}, time.Minute},
		"Vary by anything":                 {[]string{"Cache-Control: max-age=60", "Vary: *"}, never},
		"Vary by anything, in a list":      {[]string{"Cache-Control: max-age=60", "Vary: Accept", "Vary: Origin , *"}, never},
		"Last-Modified is no time to keep": {[]string{at("Last-Modified", -1000*time.Hour)}, never},
		"Set-Cookie":                       {[]string{"Cache-Control: max-age=60", "Set-Cookie: a=b"}, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			clock := newClock()
			server := newCountingServer(t, func(n int64, w http.ResponseWriter, r *http.Request) {
				setHeader(w, test.header)
				if w.Header().Get("Date") == "" {
					w.Header().Set("Date", clock.Now().Format(http.TimeFormat))
				}
				fmt.Fprint(w, n)
			})
			client := newClient(t, Config{BaseURL: server.URL, Cache: newCache(0, clock.Now), Caching: KeepByHTTP()})
			wantNumber(t, client, get("/"), 1)
			if test.good > 0 {
				clock.pass(test.good - time.Second)
				wantNumber(t, client, get("/"), 1)
				clock.pass(time.Second)
			}
			wantNumber(t, client, get("/"), 2)
		})
	}
}

// TestValidation: what is not fresh is asked about, and a 304 makes it so.
func TestValidation(t *testing.T) {
	clock := newClock()
	server := newCountingServer(t, dated(clock, func(n int64, w http.ResponseWriter, r *http.Request) {
		setHeader(w, []string{"Cache-Control: max-age=60", `Etag: "v1"`, "Last-Modified: Sun, 01 Nov 2026 00:00:00 GMT", fmt.Sprint("X-Request: ", n), "Set-Cookie: a=b"})
		if r.Header.Get("If-None-Match") == `"v1"` && r.Header.Get("If-Modified-Since") == "Sun, 01 Nov 2026 00:00:00 GMT" {
			w.Header().Set("Content-Type", "text/plain") // which describes nothing
			w.WriteHeader(http.StatusNotModified)
			return
		}
		setHeader(w, []string{"X-First: yes", "Age: 20"}) // of a cache on the way, which the 304 did not come from
		fmt.Fprint(w, n)
	}))
	client := newClient(t, Config{BaseURL: server.URL, Cache: newCache(0, clock.Now), Caching: KeepByHTTP()})
	for round := range 3 {
		requests := int64(round + 1)
		ages := []string{"", "30"}
		if round == 0 {
			ages = []string{"20", "50"}
		}
		for _, age := range ages {
			answer := wantNumber(t, client, get("/"), 1)
			want := map[string]string{
				"X-First": "yes", "X-Request": fmt.Sprint(requests), "Age": age, "Content-Type": "application/json", "Set-Cookie": "",
			}
			for name, value := range want {
				if got := answer.Header.Get(name); got != value {
					t.Errorf("round %d: %s is %q, want %q", round, name, got, value)
				}
			}
			if answer.Status != http.StatusOK || server.requests.Load() != requests {
				t.Errorf("round %d: status %d after %d requests", round, answer.Status, server.requests.Load())
			}
			clock.pass(30 * time.Second)
		}
	}
}

// TestValidationThatGoesOtherwise: each case has an answer that is stale at once, and what the second request gets for it.
func TestValidationThatGoesOtherwise(t *testing.T) {
	stale := []string{"Cache-Control: no-cache", `Etag: "v1"`}
	for name, test := range map[string]struct {
		second   []string // its headers; the status is 304 if it has conditions
		status   int
		wants    []int64 // the answers of three calls; 0 is an error
		requests int64
	}{
		"another answer":              {[]string{"Cache-Control: max-age=60"}, 200, []int64{1, 2, 2}, 2},
		"an error":                    {nil, 503, []int64{1, 0, 1}, 3},
		"confirmed by a weak tag":     {[]string{"Cache-Control: max-age=60", `Etag: W/"v1"`}, 304, []int64{1, 1, 1}, 2},
		"confirmed without a tag":     {[]string{"Cache-Control: max-age=60"}, 304, []int64{1, 1, 1}, 2},
		"confirmed, and good no more": {[]string{"Cache-Control: no-store"}, 304, []int64{1, 1, 3}, 3},
		"another tag":                 {[]string{`Etag: "v2"`}, 304, []int64{1, 3, 4}, 4},
	} {
		t.Run(name, func(t *testing.T) {
			clock := newClock()
			server := newCountingServer(t, dated(clock, func(n int64, w http.ResponseWriter, r *http.Request) {
				asked := r.Header.Get("If-None-Match") == `"v1"`
				switch {
				case n == 2:
					if !asked {
						t.Error("the second request has no condition")
					}
					setHeader(w, test.second)
					w.WriteHeader(test.status)
					if test.status == http.StatusNotModified {
						return
					}
				case asked:
					setHeader(w, stale)
					w.WriteHeader(http.StatusNotModified)
					return
				case n == 1:
					setHeader(w, stale)
				}
				fmt.Fprint(w, n)
			}))
			client := newClient(t, Config{BaseURL: server.URL, Cache: newCache(0, clock.Now), Caching: KeepByHTTP()})
			for i, want := range test.wants {
				got, _, err := readNumber(t, client, get("/"))
				if got != want || (err != nil) != (want == 0) {
					t.Errorf("call %d: got %d and %v, want %d", i+1, got, err, want)
				}
			}
			if got := server.requests.Load(); got != test.requests {
				t.Errorf("%d requests, want %d", got, test.requests)
			}
		})
	}
}

// TestRedirectedValidation: a 304 of another URL says nothing of what is kept, even if its tag is the same.
func TestRedirectedValidation(t *testing.T) {
	moved := false
	server := newCountingServer(t, func(_ int64, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Etag", `"v1"`)
		switch {
		case r.URL.Path == "/old" && moved:
			http.Redirect(w, r, "/new", http.StatusFound)
		case r.Header.Get("If-None-Match") != "":
			w.WriteHeader(http.StatusNotModified)
		case r.URL.Path == "/old":
			io.WriteString(w, "1")
		default:
			io.WriteString(w, "2")
		}
	})
	client := newClient(t, Config{BaseURL: server.URL, Cache: NewCache(0), Caching: KeepByHTTP()})
	wantNumber(t, client, get("/old"), 1)
	wantNumber(t, client, get("/old"), 1)
	moved = true
	wantNumber(t, client, get("/old"), 2)
}

// TestOneAnswerForBothRules: what is kept for a fixed time is handed out by the rules of HTTP only where they allow it.
func TestOneAnswerForBothRules(t *testing.T) {
	server := newCountingServer(t, numbered("Cache-Control: no-store"))
	client := newClient(t, Config{BaseURL: server.URL, Cache: NewCache(0), Caching: KeepFor(time.Minute)})
	wantNumber(t, client, get("/"), 1)
	strict := get("/")
	strict.Caching = KeepByHTTP()
	wantNumber(t, client, strict, 2)
}
