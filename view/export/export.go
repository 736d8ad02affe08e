// Package export writes the tools of a checked manifest in the formats of others: lists of functions, workflows, documents, pages. [Formats] lists them; a
// format is a function from a plan to files.
//
// The same plan gives the same bytes. No files are read or written.
package export

import (
	"slices"

	"github.com/nactgen/nactgen/arazzo/exporter"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// File is a file that an export writes.
type File struct {
	Path    string // with slashes, relative to the target of the export
	Content []byte
}

// Format is a format in which tools can be written.
type Format struct {
	Name  string // on the command line
	Usage string // what it is, in a few words

	Settings []Setting // may be nil; formats share those of one name
	Whole    bool      // it is about the whole service, its withdrawn tools included

	// Write returns at least one file. The plan is what [Format.Of] returns, has a tool, and must not have been analyzed; it is not changed. An error says what in the manifest or the
	// settings the format does not allow.
	Write func(*plan.Plan, Settings) ([]File, error)
}

// Setting is something about a service that a format needs and no manifest says. On the command line it is a flag.
type Setting struct {
	Name  string
	Usage string // with the placeholder of the value in backquotes
}

// Settings are the values of settings, by name. A missing one is empty.
type Settings map[string]string

// Formats are all formats, in the order in which they are listed.
var Formats = []Format{
	{Name: "openai", Usage: "a list of functions for OpenAI's Responses API", Write: openAI.writer("openai")},
	{Name: "openai-strict", Usage: "the same in strict mode", Write: openAIStrict.writer("openai-strict")},
	{Name: "openai-chat", Usage: "the same for the Chat Completions API", Write: openAIChat.writer("openai-chat")},
	{Name: "anthropic", Usage: "a list of tools for Anthropic's Messages API", Write: anthropicList.writer("anthropic")},
	{Name: "gemini", Usage: "a list of tools for the Gemini API", Write: geminiList.writer("gemini")},
	{Name: "mcp-tools", Usage: "the result of tools/list of the Model Context Protocol", Write: writeMCPTools},
	{Name: "mcp-server", Usage: "a server.json for the registry of MCP servers", Settings: serverSettings, Write: writeServer},
	{Name: "openapi", Usage: "the tools as an OpenAPI 3.1 document, one path a tool", Write: writeOpenAPI},
	{Name: "arazzo", Usage: "what the tools do as workflows of Arazzo 1.0", Write: workflows(exporter.V10)},
	{Name: "arazzo-1.1", Usage: "the same of Arazzo 1.1", Write: workflows(exporter.V11)},
	{Name: "markdown", Usage: "a catalogue of the tools for a website", Write: writeMarkdown},
	{Name: "kubernetes", Usage: "the objects by which a cluster runs the service", Settings: deploySettings, Whole: true, Write: writeKubernetes},
	{Name: "systemd", Usage: "a unit by which systemd runs the service", Whole: true, Write: writeSystemd},
	{Name: "sbom", Usage: "what the service consists of, as a bill of materials of CycloneDX 1.6", Settings: sbomSettings, Whole: true, Write: writeSBOM},
	{Name: "skill", Usage: "a SKILL.md, which tells an agent how to call the tools", Write: writeSkill},
}

// Find returns the format with a name, or nil.
func Find(name string) *Format {
	for i := range Formats {
		if Formats[i].Name == name {
			return &Formats[i]
		}
	}
	return nil
}

// Of returns what the format writes of a plan.
func (f *Format) Of(p *plan.Plan) *plan.Plan {
	if f.Whole {
		return p
	}
	return Offered(p)
}

// Offered returns the plan without the tools that are withdrawn.
func Offered(p *plan.Plan) *plan.Plan {
	offered := *p
	offered.Tools = slices.DeleteFunc(slices.Clone(p.Tools), func(t *plan.Tool) bool { return t.Withdrawn != nil })
	return &offered
}

// Names returns the names of all formats.
func Names() []string {
	var names []string
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	return names
}

// workflows returns the function that writes a version of Arazzo.
func workflows(version exporter.Version) func(*plan.Plan, Settings) ([]File, error) {
	return func(p *plan.Plan, _ Settings) ([]File, error) {
		content, err := exporter.Write(p, version)
		return []File{{Path: p.Service.Name + ".arazzo.yaml", Content: content}}, err
	}
}
