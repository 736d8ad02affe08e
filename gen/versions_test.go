package gen

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/dryrun"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestOlderVersionsAreServed: what a generated service publishes of every version is, to the byte, what was published.
func TestOlderVersionsAreServed(t *testing.T) {
	p := weatherPlan()
	tool := p.Tools[0]
	tool.Older = olderVersions(tool)
	tool.Withdrawn = &plan.Withdrawal{Since: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), Sunset: time.Date(2027, 5, 31, 0, 0, 0, 0, time.UTC)}
	files, err := Generate(ready(p))
	if err != nil {
		t.Fatal(err)
	}
	var cases string
	served := &nact.Tool{Versions: append(slices.Clone(tool.Older), tool.Signature), Writes: tool.Writes, DryRun: dryrun.Tool{}.Begin}
	for i, s := range served.Versions {
		cases += fmt.Sprintf("\t\t%d: %q,\n", s.Version, served.AppendJSON(nil, i))
	}
	files = append(files, File{Path: "versions_test.go", Content: fmt.Appendf(nil, servedTest, cases, tool.Signature.ToolID)})
	if out, err := runGo(t, files, "test"); err != nil {
		t.Errorf("go test: %v\n%s\n%s", err, out, numbered(files))
	}
}

// servedTest is a test of the generated package.
const servedTest = `package demo

import (
	"net/http/httptest"
	"strconv"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

func TestServed(t *testing.T) {
	service, err := New(Config{Contact: "us", Token: nact.NewSecret("secret")})
	if err != nil {
		t.Fatal(err)
	}
	for version, want := range map[int]string{
%s	} {
		w := httptest.NewRecorder()
		service.ServeHTTP(w, httptest.NewRequest("GET", "/tools/%s/versions/"+strconv.Itoa(version), nil))
		if got := w.Body.String(); got != want {
			t.Errorf("version %%d\n got %%s\nwant %%s", version, got, want)
		}
		if got := w.Header().Get("Deprecation") + ", " + w.Header().Get("Sunset"); got != "@1795132800, Mon, 31 May 2027 00:00:00 GMT" {
			t.Errorf("version %%d: the tool is withdrawn as %%s", version, got)
		}
	}
}
`

// olderVersions are two versions that the tool of weatherPlan could have had before: the first without much of what it
// has now and with another name, the second with every member that a signature can have.
func olderVersions(tool *plan.Tool) []nact.Signature {
	tool.Signature.Version = 7
	tool.Signature.Inputs[2].Min, tool.Signature.Inputs[2].Max = nact.Limit(-3), nil // an int up to 65535
	second := tool.Signature
	second.Version, second.Img, second.Tags = 4, "https://example.com/sun.png", []string{"a \"tag\"", "ü"}
	second.Description = "Look up the weather,\nas it was."
	first := second
	first.Version, first.Name, first.Img, first.Tags = 1, "lookup_weather_once", "", nil
	first.Inputs = second.Inputs[:1]
	first.Outputs, first.Failures = second.Outputs[:1], nil
	return []nact.Signature{first, second}
}

// TestOlderVersionsTakeNoNames: what is published before takes its names last.
func TestOlderVersionsTakeNoNames(t *testing.T) {
	p := weatherPlan()
	first := p.Tools[0]
	first.Older = []nact.Signature{{ToolID: first.Signature.ToolID, Name: first.Signature.Name, Description: "Once.", Version: 1}}
	second := weatherTool()
	second.Signature.Name, second.Signature.ToolID = "lookup_weather_versions", "6f1c2f2e-3a55-4b0c-9a43-0a4d6d7c1b11"
	p.Tools = append(p.Tools, second)
	n := naming.Assign(p)
	if got := n.Tool(second).File; got != "lookup_weather_versions" {
		t.Errorf("the tool lookup_weather_versions is in %s.go", got)
	}
	if got := n.Tool(first).OlderFile; got != "lookup_weather_versions_tool" {
		t.Errorf("the older versions of lookup_weather are in %s.go", got)
	}
}
