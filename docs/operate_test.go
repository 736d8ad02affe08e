package docs

import (
	"encoding/json"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/metrics"
)

var (
	metricName = regexp.MustCompile(`\b(?:nact|go|process)_[a-z_]+`)
	sampleLine = regexp.MustCompile(`(?m)^([a-z_]+)(\{.*\})? `)
	labelName  = regexp.MustCompile(`([a-z_]+)="`)
	labelsUsed = regexp.MustCompile(`by \(([^)]*)\)|([a-z_]+)=~?"`)
)

// exported returns the labels of each metric that services have, by its name, when each was counted once.
func exported(t *testing.T) map[string][]string {
	t.Helper()
	m := metrics.New()
	m.Watch(invocation.NewRunner(invocation.Limits{}, nil))
	end := func(e nact.Ending) {
		_, ended := m.Call(t.Context(), nact.Called{Face: "nact", Signature: &nact.Signature{Name: "book", Version: 1}})
		ended(e)
	}
	end(nact.Ending{Outcome: nact.Failed, Failure: "TAKEN", Changes: nact.Writes{{Operation: "clinic.book", State: nact.Done}}})
	end(nact.Ending{Outcome: nact.Faulted, Err: &nact.Fault{}})
	end(nact.Ending{Outcome: nact.Refused, Reason: "overloaded"})
	end(nact.Ending{Outcome: nact.Violated, Violations: []nact.Violation{{Rule: nact.RuleMax}}})
	end(nact.Ending{Outcome: nact.Succeeded, Replayed: true})
	m.Refused(t.Context(), "no-credentials")
	for _, cached := range []bool{false, true} {
		_, ended := m.Attempt(t.Context(), nact.Attempted{Requested: nact.Requested{Upstream: "clinic", Operation: "clinic.book"}, Number: 2})
		ended(nact.Attempt{Status: 200, Cached: cached})
	}
	recorder := httptest.NewRecorder()
	m.ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
	all := make(map[string][]string)
	for _, line := range sampleLine.FindAllStringSubmatch(recorder.Body.String(), -1) {
		labels := []string{"job"} // which Prometheus adds
		for _, label := range labelName.FindAllStringSubmatch(line[2], -1) {
			labels = append(labels, label[1])
		}
		all[line[1]] = labels
	}
	return all
}

// checkQuery holds a query to the names and labels that are exported.
func checkQuery(t *testing.T, where, query string, known map[string][]string) {
	t.Helper()
	var labels []string
	names := metricName.FindAllString(query, -1)
	for _, name := range names {
		if known[name] == nil {
			t.Errorf("%s: no service has the metric %s", where, name)
		}
		labels = append(labels, known[name]...)
	}
	if len(names) == 0 {
		t.Errorf("%s: no metric is in %s", where, query)
	}
	for _, used := range labelsUsed.FindAllStringSubmatch(query, -1) {
		for label := range strings.SplitSeq(used[1]+used[2], ",") {
			if label = strings.TrimSpace(label); !slices.Contains(labels, label) {
				t.Errorf("%s: the metrics have no label %s: %s", where, label, query)
			}
		}
	}
}

// TestDashboard holds the queries of the dashboard to what services export, and the dashboard to all of it.
func TestDashboard(t *testing.T) {
	known := exported(t)
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	text := read(t, "docs/operate/dashboard.json")
	if err := json.Unmarshal([]byte(text), &dashboard); err != nil || len(dashboard.Panels) == 0 {
		t.Fatalf("%d panels, %v", len(dashboard.Panels), err)
	}
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			checkQuery(t, panel.Title, target.Expr, known)
		}
	}
	for name := range known {
		if family := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_sum"), "_count"); strings.HasPrefix(name, "nact_") && !strings.Contains(text, family) {
			t.Errorf("the dashboard does not show %s", family)
		}
	}
}

// TestAlerts holds the alerts to what services export.
func TestAlerts(t *testing.T) {
	known := exported(t)
	var file struct {
		Groups []struct {
			Name  string
			Rules []struct {
				Alert, Expr, For    string
				Labels, Annotations map[string]string
			}
		}
	}
	if err := yaml.Load([]byte(read(t, "docs/operate/alerts.yaml")), &file, yaml.WithKnownFields()); err != nil {
		t.Fatal(err)
	}
	for _, group := range file.Groups {
		for _, rule := range group.Rules {
			checkQuery(t, rule.Alert, rule.Expr, known)
			if rule.Labels["severity"] == "" || rule.Annotations["summary"] == "" {
				t.Errorf("%s has no severity, or no summary", rule.Alert)
			}
		}
	}
	if len(file.Groups) == 0 || len(file.Groups[0].Rules) < 5 {
		t.Error("there are too few alerts")
	}
}

// TestMetricsAreDocumented: the guide lists each metric.
func TestMetricsAreDocumented(t *testing.T) {
	guide := read(t, "docs/guides/operate.md")
	known := exported(t)
	for name := range known {
		if family := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_sum"), "_count"); !strings.Contains(guide, "`"+family+"`") {
			t.Errorf("the guide lacks %s", family)
		}
	}
	for _, name := range metricName.FindAllString(guide, -1) {
		if known[name] == nil && known[name+"_count"] == nil {
			t.Errorf("the guide has %s, and no service does", name)
		}
	}
}
