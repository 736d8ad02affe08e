package draft_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/browse"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/draft"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

// TestPublished: every operation of a published document gets a tool, but for those that have no server, and no draft has an error.
func TestPublished(t *testing.T) {
	testmode.Long(t, "drafts some 5,000 tools, and checks them")
	for _, name := range []string{
		"nws-1.13.1.yml", "nws-3.8.1.yml", "nws-3.8.1-clean.yml", "petstore.yaml", "swagger-petstore.yaml", "museum-3.1.yaml", "netlify-swagger2.yml", "open-meteo-forecast.yml", "superset.json",
		"k8s-apps-v1.json", "calcom-v2.json", "conjur/spec/openapi.yml", "influxdata-oss.yml", "discord-3.1.json", "box.json", "twilio-api-v2010.json",
		"github-api.github.com.json", "stripe-spec3.yaml", "digitalocean/specification/DigitalOcean-public.v2.yaml", "large/github.json.gz", "large/stripe.json.gz",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := testmode.Unpacked(t, testmode.Published(t, name), dir)
			service, ops := everything(t, file, dir)
			d := draft.New(service, ops)
			for _, r := range d.Refused {
				if !strings.Contains(r.Reason, "a server of its own") {
					t.Errorf("%s is refused: %s", r.Call, r.Reason)
				}
			}
			found := check(t, dir, d.Text())
			count := map[string]int{}
			var rules []string
			for _, f := range found {
				if count[f.Rule]++; count[f.Rule] == 1 {
					rules = append(rules, f.Rule)
				}
				if f.Severity == diag.Error && count["error "+f.Rule] < 4 {
					count["error "+f.Rule]++
					t.Errorf("%s\n%s", f, line(d.Text(), f.Pos.Line))
				}
			}
			slices.Sort(rules)
			var counts []string
			for _, rule := range rules {
				counts = append(counts, fmt.Sprintf("%s %d", rule, count[rule]))
			}
			t.Logf("%d operations: %s", len(ops), strings.Join(counts, ", "))
		})
	}
}

func line(text string, n int) string { return strings.Split(text, "\n")[n-1] }

// everything is a service of all operations of a document, for a manifest in dir.
func everything(t *testing.T, file, dir string) (*draft.Service, []*draft.Operation) {
	doc, err := spec.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Rel(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	u := &draft.Upstream{Name: "api", Path: filepath.ToSlash(path), Document: doc}
	if !u.HasServer() {
		u.Server = "https://api.example.com"
	}
	var ops []*draft.Operation
	for _, op := range browse.List(browse.Source{Upstream: "api", Document: doc}) {
		resolved, err := op.Resolve()
		if err != nil {
			t.Fatal(err)
		}
		ops = append(ops, &draft.Operation{Operation: resolved, Upstream: u, Call: op.Call})
	}
	return &draft.Service{Name: "corpus", Title: doc.Title(), Go: draft.Go{Dir: "out", Module: "example.com/corpus"}, Upstreams: []*draft.Upstream{u}}, ops
}

// check returns what is found in a manifest that stands in dir.
func check(t *testing.T, dir, text string) diag.List {
	m, found := manifest.Parse(filepath.Join(dir, "nact.yaml"), []byte(text))
	if m == nil {
		return found
	}
	documents := document.Open(m, nil, &found)
	sculpt.Check(m, documents, sculpt.Options{}, &found)
	return found
}
