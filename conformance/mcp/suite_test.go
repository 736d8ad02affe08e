package mcp

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/internal/testmode"
)

// suiteRun is a run of the suite.
type suiteRun struct {
	name      string
	arguments []string
}

// suiteRuns are those of the three revisions, of what two of them require as it was when they were released, and of all scenarios, which has the extensions.
var suiteRuns = []suiteRun{
	{"2026-07-28", []string{"--suite", "all", "--spec-version", "2026-07-28"}},
	{"2025-11-25", []string{"--suite", "all", "--spec-version", "2025-11-25"}},
	{"2025-06-18", []string{"--suite", "all", "--spec-version", "2025-06-18"}},
	{"required by 2026-07-28", []string{"--requirements", "2026-07-28"}},
	{"required by 2025-11-25", []string{"--requirements", "2025-11-25"}},
	{"extensions", []string{"--suite", "all"}},
}

// revisions is how many of suiteRuns are of all that there is for a revision.
const revisions = 3

// check is what the suite says of one thing that it looked at.
type check struct {
	ID      string `json:"id"`
	Status  string `json:"status"` // SUCCESS, FAILURE, WARNING, SKIPPED, INFO
	Message string `json:"errorMessage"`
}

// wrong reports whether something is not as the suite wants it. A warning is of what should be and need not.
func (c check) wrong() bool { return c.Status == "FAILURE" || c.Status == "WARNING" }

// results are the checks of a run by scenario.
type results map[string][]check

// TestSuite runs the official conformance suite against the service. What it finds wrong has to have a reason, and a reason has to be needed.
func TestSuite(t *testing.T) {
	testmode.Long(t, "installs the official clients and the conformance suite of MCP from their registries")
	n := installNode(t)
	_, upstream := startUpstream(t)
	address := start(t, build(t), variables(upstream)...)
	all := make([]results, len(suiteRuns))
	inTurns(len(suiteRuns), func(i int) { all[i] = runSuite(t, n, address, suiteRuns[i].arguments) })
	if t.Failed() {
		return
	}
	for _, of := range all[:revisions] { // what is left are the extensions
		maps.DeleteFunc(all[len(all)-1], func(scenario string, _ []check) bool { return of[scenario] != nil })
	}
	judge(t, all)
	compare(t, "testdata/checks.txt", listed(all))
	compare(t, "../../docs/mcp-conformance.md", page(t, n, all))
}

// scenarioFolder is how the suite calls the folders with its results.
var scenarioFolder = regexp.MustCompile(`^server-(.+)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d+Z$`)

// runSuite runs the suite and returns what it wrote. That it ends with an error is normal.
func runSuite(t *testing.T, n *node, address string, arguments []string) results {
	dir := t.TempDir()
	command := limited(t, n.program, append([]string{n.script("conformance/dist/index.js"), "server", "--url", address, "-o", dir}, arguments...)...)
	out, err := command.CombinedOutput()
	folders, readErr := os.ReadDir(dir)
	if readErr != nil || len(folders) == 0 {
		t.Errorf("the suite %q gives no results: %v, %v\n%s", arguments, err, readErr, out)
	}
	found := make(results)
	for _, folder := range folders {
		name := scenarioFolder.FindStringSubmatch(folder.Name())
		data, err := os.ReadFile(filepath.Join(dir, folder.Name(), "checks.json"))
		var checks []check
		if err == nil {
			err = json.Unmarshal(data, &checks)
		}
		if err != nil || name == nil || found[name[1]] != nil {
			t.Errorf("the suite %q gives %s: %v", arguments, folder.Name(), err)
			continue
		}
		found[name[1]] = checks
	}
	return found
}

// about returns the reason why a scenario is not for the service, or nil.
func about(scenario string) *reason {
	var found *reason
	for i, r := range reasons {
		if r.checks == nil && r.fits(scenario) {
			found = &reasons[i]
		}
	}
	return found
}

// aboutCheck returns the reason why a check in a scenario that is for the service does not pass, or nil.
func aboutCheck(scenario, id string) *reason {
	for i, r := range reasons {
		if slices.Contains(r.checks, id) && r.fits(scenario) {
			return &reasons[i]
		}
	}
	return nil
}

func (r *reason) fits(scenario string) bool {
	return slices.ContainsFunc(r.scenarios, func(pattern string) bool {
		fits, err := path.Match(pattern, scenario)
		if err != nil {
			panic(err)
		}
		return fits
	})
}

// judge holds the results to the reasons, and the reasons to the results.
func judge(t *testing.T, all []results) {
	needed := make(map[string]bool)
	for i, found := range all {
		for _, scenario := range slices.Sorted(maps.Keys(found)) {
			where, checks := suiteRuns[i].name+": "+scenario, found[scenario]
			wrong := slices.ContainsFunc(checks, check.wrong)
			if r := about(scenario); r != nil {
				needed[r.text] = true
				if wrong == r.passes {
					t.Errorf("%s: something is wrong: %t, and the reason that it is not for the service says otherwise: %s", where, wrong, r.text)
				}
				continue
			}
			if !slices.ContainsFunc(checks, func(c check) bool { return c.Status == "SUCCESS" && c.ID != schemaCheck }) {
				t.Errorf("%s passes nothing, without a reason", where)
			}
			for _, c := range checks {
				r := aboutCheck(scenario, c.ID)
				switch {
				case r == nil && c.wrong():
					t.Errorf("%s: %s: %s: %s", where, c.ID, c.Status, c.Message)
				case r != nil && c.wrong():
					needed[r.text+c.ID] = true
				case r != nil && c.Status == "SUCCESS":
					t.Errorf("%s: %s passes, and there is a reason that it does not: %s", where, c.ID, r.text)
				}
			}
		}
	}
	for _, r := range reasons {
		for _, id := range append(slices.Clone(r.checks), "")[:max(1, len(r.checks))] {
			if !needed[r.text+id] {
				t.Errorf("no scenario needs the reason %q %s", r.text, id)
			}
		}
	}
}

// schemaCheck is in every scenario: that all messages are as the schema of the protocol has them.
const schemaCheck = "wire-schema-valid"

// listed are all checks, a line each, those of the same name together.
func listed(all []results) string {
	var b strings.Builder
	for i, found := range all {
		fmt.Fprintf(&b, "== %s\n", suiteRuns[i].name)
		for _, scenario := range slices.Sorted(maps.Keys(found)) {
			times := make(map[string]int)
			for _, c := range found[scenario] {
				times[c.ID+" "+c.Status]++
			}
			for _, what := range slices.Sorted(maps.Keys(times)) {
				fmt.Fprintf(&b, "%s: %s", scenario, what)
				if times[what] > 1 {
					fmt.Fprintf(&b, " ×%d", times[what])
				}
				b.WriteByte('\n')
			}
		}
	}
	return b.String()
}

// required returns the scenarios that a revision requires, by the suite's own list.
func required(t *testing.T, n *node, revision string) []string {
	t.Helper()
	data, err := os.ReadFile(n.script("conformance/requirements/" + revision + ".yaml"))
	var list struct{ Server []string }
	if err == nil {
		err = yaml.Unmarshal(data, &list)
	}
	if err != nil || len(list.Server) == 0 {
		t.Fatalf("the suite does not say what %s requires: %v", revision, err)
	}
	return list.Server
}
