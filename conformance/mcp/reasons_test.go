package mcp

// reason says why scenarios of the suite, or checks in them, do not apply to a server of tools. Of several for one scenario the last one counts.
type reason struct {
	scenarios []string // patterns, of path.Match
	checks    []string // those that do not pass; none: the scenario is not for the service
	text      string
	passes    bool // the scenario passes all the same: without what it is about there is nothing to find wrong
}

var reasons = []reason{
	{scenarios: []string{"prompts-*"}, text: "the service has no prompts"},
	{scenarios: []string{"resources-*", "sep-2164-resource-not-found"}, text: "the service has no resources"},
	{scenarios: []string{"completion-complete"}, text: "there is nothing to complete without prompts and resources"},
	{scenarios: []string{"logging-set-level", "tools-call-with-logging"}, text: "the service logs to its operator, not to clients"},
	{
		scenarios: []string{"tools-call-image", "tools-call-audio", "tools-call-embedded-resource", "tools-call-mixed-content"},
		text:      "outputs are values and text: no images, no sound, no resources",
	},
	{
		scenarios: []string{"tools-call-sampling", "tools-call-elicitation", "elicitation-*", "input-required-result-[bcimnrt]*"},
		text:      "the service never asks the client for anything: all that a tool needs are its inputs",
	},
	{
		scenarios: []string{"input-required-result-validate-input"}, passes: true,
		text: "the service never asks the client for anything, and the tool that the suite calls does not exist",
	},
	{
		scenarios: []string{"server-sse-polling"}, passes: true,
		text: "a stream ends with the answer and not before, so that there is nothing to come back for",
	},
	{
		scenarios: []string{"http-custom-header-server-validation"},
		text:      "`x-mcp-header` is not used: it would let proxies read inputs, which are what users say",
	},
	{scenarios: []string{"sep-2640-*"}, text: "an extension: skills are resources, of which the service has none", passes: true},
	{scenarios: []string{"tasks-*"}, text: "an extension: a call is answered when it has ended"},
	{scenarios: []string{"tasks-status-notifications"}, text: "an extension: no tool needs it", passes: true},
	{
		scenarios: []string{"caching"},
		checks:    []string{"sep-2549-prompts-list-caching-hints", "sep-2549-resources-list-caching-hints", "sep-2549-resources-templates-list-caching-hints"},
		text:      "the service has no prompts and no resources",
	},
	{
		scenarios: []string{"server-stateless"},
		checks:    []string{"sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400"},
		text:      "no tool needs anything of the client",
	},
	{
		scenarios: []string{"json-schema-2020-12"},
		checks:    []string{"json-schema-2020-12-$schema"},
		text:      "2020-12 is what a schema is of that does not say",
	},
	{
		scenarios: []string{"json-schema-2020-12"},
		checks: []string{
			"json-schema-2020-12-$defs", "sep-2106-composition-keywords-preserved", "sep-2106-conditional-keywords-preserved", "sep-2106-anchor-keyword-preserved",
		},
		text: "inputs are single values, whose schemas need no definitions, compositions and conditions",
	},
}
