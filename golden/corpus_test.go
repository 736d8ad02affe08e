package golden

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/internal/wholetest"
	"github.com/nactgen/nactgen/sculpt"
)

// published are the documents, and what is known of them.
var published = []struct {
	file     string
	bodies   bodyCount // that are no JSON
	lists    int       // that are answered in pages, at least
	maxLines int       // of a file of Go of those that read all answers; 0: it is not looked at
	small    bool      // it is looked at in each run
}{
	{file: "nws-1.13.1.yml"},
	{file: "nws-3.8.1.yml"},
	{file: "nws-3.8.1-clean.yml"},
	{file: "petstore.yaml", small: true},
	{file: "swagger-petstore.yaml", bodies: bodyCount{forms: 5, others: 6}, small: true},
	{file: "museum-3.1.yaml", small: true},
	{file: "open-meteo-forecast.yml", small: true},
	{file: "superset.json", bodies: bodyCount{parts: 6}, small: true},
	{file: "k8s-apps-v1.json", bodies: bodyCount{others: 24}},
	{file: "calcom-v2.json", lists: 7},
	{file: "conjur/spec/openapi.yml", bodies: bodyCount{forms: 10, others: 18}},
	{file: "influxdata-oss.yml", bodies: bodyCount{others: 9}},
	{file: "discord-3.1.json", bodies: bodyCount{forms: 12, parts: 15}},
	{file: "box.json", bodies: bodyCount{forms: 3, parts: 3, others: 1}, lists: 50, maxLines: 2000, small: true},
	{file: "twilio-api-v2010.json", bodies: bodyCount{forms: 62}, small: true},
	{file: "github-api.github.com.json", bodies: bodyCount{others: 2}, lists: 204},
	{file: "stripe-spec3.yaml", bodies: bodyCount{forms: 467, parts: 1}, lists: 98},
	{file: "digitalocean/specification/DigitalOcean-public.v2.yaml", bodies: bodyCount{others: 1}, lists: 86},
	{file: "large/github.json.gz", bodies: bodyCount{others: 3}, maxLines: 2000},
	{file: "large/stripe.json.gz", bodies: bodyCount{forms: 593, parts: 1}, maxLines: 4000}, // one component has sixty unions that are inline
	{file: "netlify-swagger2.yml", bodies: bodyCount{parts: 1, others: 2}},
}

// TestCorpus names every operation of every published document in a manifest, a tool each that reads all of its answer; besides, a tool for
// every body that is no JSON, with all members at its top, and for every list one that collects it as lint proposes. What is
// generated of them has no errors of type.
func TestCorpus(t *testing.T) {
	for _, c := range published {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			if !c.small {
				testmode.Long(t, "generates from all operations of a large document")
			}
			testmode.Builds(t)
			dir := t.TempDir()
			document := testmode.Unpacked(t, testmode.Published(t, c.file), dir)
			write(t, dir, "go.mod", "module example.com/corpus\n")
			operations := wholetest.Operations(t, document)
			bodies, count := bodiesOf(operations)
			if count != c.bodies {
				t.Errorf("of bodies that are no JSON there are %+v, want %+v", count, c.bodies)
			}
			lists, n := listTools(operations)
			if n < c.lists {
				t.Errorf("%d lists are recognized, %d were", n, c.lists)
			}
			manifest := write(t, dir, "nact.yaml", wholetest.Manifest(relative(t, dir, document), "runtime: import", operations, bodies+lists))
			r, err := pipeline.Run(manifest, pipeline.Options{Options: sculpt.Options{Out: filepath.Join(dir, "out")}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Checked == nil {
				for _, d := range r.Findings[:min(len(r.Findings), 20)] {
					t.Error(d)
				}
				t.Fatalf("%d findings", len(r.Findings))
			}
			files, err := gen.Generate(r.Analyzed)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d operations, %d lists, %d files", len(operations), n, len(files))
			if c.maxLines > 0 {
				checkFiles(t, files, c.maxLines)
			}
			if err := typeCheck(files); err != nil {
				t.Error(err)
			}
		})
	}
}

// relative returns the path of file as a manifest in dir names it.
func relative(t *testing.T, dir, file string) string {
	path, err := filepath.Rel(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(path)
}

func write(t *testing.T, dir, name, text string) string {
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}
