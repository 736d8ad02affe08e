package docdiff

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
)

// Between two revisions of its document, the National Weather Service has split the point that it is asked about into
// latitude and longitude. The tools that ask for a point break; the one that lists alerts does not.
func TestWeatherService(t *testing.T) {
	folder := weatherFolder(t)
	t.Chdir(folder)
	report, list := compareFile("nact.yaml", map[string]string{"weather": "nws-3.8.1.yml"}, Options{})
	if report == nil {
		t.Fatalf("no report: %v", list)
	}
	want := map[string][]string{
		"lookup_weather_by_city":         {"operation-moved", "parameter-gone", "parameter-required", "parameter-required"},
		"list_active_alerts_by_state":    nil,
		"get_current_conditions_by_city": {"operation-moved", "parameter-gone", "parameter-required", "parameter-required"},
	}
	for _, tool := range report.Tools {
		var rules []string
		for _, f := range tool.Findings {
			rules = append(rules, f.Rule)
			if f.Step != "point" || f.Class != Breaks || f.Old.Line == 0 || f.New.Line == 0 {
				t.Errorf("%s: unexpected %+v", tool.Name, f)
			}
		}
		if !slices.Equal(rules, want[tool.Name]) {
			t.Errorf("%s: got the rules %v, want %v", tool.Name, rules, want[tool.Name])
		}
		if explained := len(rules) > 0; explained != tool.Errors.HasErrors() {
			t.Errorf("%s: generation says %v", tool.Name, tool.Errors)
		}
	}
	u := report.Upstreams[0]
	if len(u.Added) != 10 || len(u.Removed) != 2 {
		t.Errorf("the whole document: %+v", u)
	}
}

// A revision leaves all tools untouched if it is the one that they were made for.
func TestWeatherServiceUnchanged(t *testing.T) {
	t.Chdir(weatherFolder(t))
	report, list := compareFile("nact.yaml", map[string]string{"weather": "nws-1.13.1.yml"}, Options{})
	if report == nil {
		t.Fatalf("no report: %v", list)
	}
	if report.Count(Untouched) != 3 {
		t.Errorf("got %s: %+v", report.Summary(), report.Tools[0].Findings)
	}
}

// weatherFolder is a folder with the tools and the documents that they are about.
func weatherFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for name, from := range map[string]string{
		"nact.yaml":      "testdata/nws/nact.yaml",
		"geocoding.yaml": "../../examples/nws/openapi/open-meteo-geocoding.yaml",
		"states.csv":     "../../examples/nws/tables/states.csv",
		"nws-1.13.1.yml": testmode.Published(t, "nws-1.13.1.yml"),
		"nws-3.8.1.yml":  testmode.Published(t, "nws-3.8.1.yml"),
	} {
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}
