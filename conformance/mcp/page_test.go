package mcp

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

const pageHead = `# Conformance to MCP

What the official conformance suite (npm package @modelcontextprotocol/conformance, %s) says of the [MCP face](mcp.md) of a generated service, whose tools
include those that the suite calls by name. This page is written by the test that holds it: go test ./conformance/mcp -update.

- The suite has several checks in a scenario. A cell says how many passed, of those that the suite did not skip itself. In nearly all scenarios one of them is
  that all messages are as the schema of the revision has them.
- **–**: the revision does not have the scenario. Those that are not for a server of tools stand [below](#not-for-a-server-of-tools), with the reason.
- Nothing else is left out: a check that does not pass without a reason here fails the test, and so does a reason for what passes. All checks, one by one, are in
  [checks.txt](../conformance/mcp/testdata/checks.txt).

What the official clients see of the same service, over HTTP and stdio, in all revisions that they speak, is in
[sessions](../conformance/mcp/testdata/sessions): the SDKs for [Go](../conformance/mcp/testdata/sessions/go.txt) and
[TypeScript](../conformance/mcp/testdata/sessions/typescript.txt) (versions 1 and 2), and the [Inspector](../conformance/mcp/testdata/sessions/inspector.txt).

`

// authorization says what holds a service to its part in authorization, with the scenarios of the suite that test others.
const authorization = `
## Authorization

The suite has no scenario for authorization by a server of tools. Those that it has test clients (%s) and issuers of tokens (%s).

So the official clients hold a service with [access](guides/access.md) to it, beside an OpenID Connect provider that runs in the test: both versions of the SDK for
TypeScript find out by themselves where to get a token, ask for one for this service (RFC 8707), by a person (authorization code with PKCE) and for themselves (client
credentials), call a tool, are refused another for a scope that they lack, and ask for that. What they sent and got is in
[authorization.txt](../conformance/mcp/testdata/sessions/authorization.txt).
`

// page is docs/mcp-conformance.md.
func page(t *testing.T, n *node, all []results) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, pageHead, n.version(t, "conformance"))
	writeSummary(t, &b, n, all)
	writeScenarios(&b, all)
	writeNotFor(&b, all)
	clients, issuers := withTokens(t, n)
	fmt.Fprintf(&b, authorization, strings.Join(clients, ", "), strings.Join(issuers, ", "))
	return b.String()
}

// writeSummary writes how many scenarios there are and how many pass, by revision, and by what the revisions require.
func writeSummary(t *testing.T, b *strings.Builder, n *node, all []results) {
	b.WriteString("| | scenarios | pass | pass in part | not for a server of tools |\n| --- | --: | --: | --: | --: |\n")
	for i, run := range suiteRuns {
		found := all[i]
		if revision, ok := strings.CutPrefix(run.name, "required by "); ok { // without those that the suite runs beside
			scenarios := required(t, n, revision)
			found = maps.Clone(found)
			maps.DeleteFunc(found, func(scenario string, _ []check) bool { return !slices.Contains(scenarios, scenario) })
		}
		var pass, part, without int
		for scenario, checks := range found {
			switch {
			case about(scenario) != nil:
				without++
			case slices.ContainsFunc(checks, check.wrong):
				part++
			default:
				pass++
			}
		}
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d |\n", run.name, len(found), pass, part, without)
	}
}

// writeScenarios writes the scenarios that are for the service, by revision.
func writeScenarios(b *strings.Builder, all []results) {
	b.WriteString("\n## By scenario\n\n|")
	for _, run := range suiteRuns[:revisions] {
		fmt.Fprintf(b, " | %s", run.name)
	}
	b.WriteString(" | what does not pass |\n| ---" + strings.Repeat(" | --:", revisions) + " | --- |\n")
	for _, scenario := range scenarios(all[:revisions]) {
		if about(scenario) != nil {
			continue
		}
		fmt.Fprintf(b, "| %s", scenario)
		for _, found := range all[:revisions] {
			passed, checked := 0, 0
			for _, c := range found[scenario] {
				if c.Status == "SUCCESS" {
					passed++
				}
				if c.Status == "SUCCESS" || c.wrong() {
					checked++
				}
			}
			if found[scenario] == nil {
				b.WriteString(" | –")
			} else {
				fmt.Fprintf(b, " | %d of %d", passed, checked)
			}
		}
		fmt.Fprintf(b, " | %s |\n", strings.Join(excuses(scenario), "; "))
	}
}

// excuses are the reasons why checks in a scenario do not pass, each with these checks.
func excuses(scenario string) []string {
	var texts []string
	for _, r := range reasons {
		if r.checks != nil && r.fits(scenario) {
			texts = append(texts, r.text+": `"+strings.Join(r.checks, "`, `")+"`")
		}
	}
	return texts
}

// writeNotFor writes the scenarios that are not for the service, by reason.
func writeNotFor(b *strings.Builder, all []results) {
	b.WriteString("\n## Not for a server of tools\n\n| why | scenarios |\n| --- | --- |\n")
	for i := range reasons {
		var names []string
		for _, scenario := range scenarios(all) {
			if about(scenario) == &reasons[i] {
				names = append(names, scenario)
			}
		}
		if names != nil {
			fmt.Fprintf(b, "| %s | %s |\n", reasons[i].text, strings.Join(names, ", "))
		}
	}
}

// scenarios returns the names of all scenarios in some runs, sorted.
func scenarios(all []results) []string {
	names := make(map[string]bool)
	for _, found := range all {
		for scenario := range found {
			names[scenario] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}
