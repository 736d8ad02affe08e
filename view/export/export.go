// Package export turns the tools of a checked manifest into what others read: workflows, documents, pages. [Formats] lists what there is; a format is
// a function from a plan to files, in a file of its own.
//
// The same plan gives the same bytes. No files are read or written.
package export

import (
	"slices"

	"github.com/nactgen/nactgen/arazzo/exporter"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// File is a file that comes of an export.
type File struct {
	Path    string // with slashes, relative to where the export goes
	Content []byte
}

// Format is something that tools can be written as.
type Format struct {
	Name  string // as the command line has it
	Usage string // what comes of it, in a few words

	// Settings are what the format has to be told besides; nil: nothing.
	Settings []Setting

	// Write returns the files, one at least, in their order. The plan has a tool, is not changed, and must not have been analyzed. An error names what
	// of the manifest or the settings the format does not take.
	Write func(*plan.Plan, Settings) ([]File, error)
}

// Setting is something about a service that no manifest says. On the command line it is a flag.
type Setting struct {
	Name  string
	Usage string // with the placeholder of the value in backquotes
}

// Settings are the values of settings, by name. One that is not there is empty.
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
	{Name: "skill", Usage: "a SKILL.md, which tells an agent how to call the tools", Write: writeSkill},
}

// Find returns the format of a name; nil if there is none.
func Find(name string) *Format {
	for i := range Formats {
		if Formats[i].Name == name {
			return &Formats[i]
		}
	}
	return nil
}

// Offered is a plan with the tools alone that agents find: those that are not withdrawn.
func Offered(p *plan.Plan) *plan.Plan {
	offered := *p
	offered.Tools = slices.DeleteFunc(slices.Clone(p.Tools), func(t *plan.Tool) bool { return t.Withdrawn != nil })
	return &offered
}

// Names are the names of all formats.
func Names() []string {
	var names []string
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	return names
}

// workflows writes a version of Arazzo.
func workflows(version exporter.Version) func(*plan.Plan, Settings) ([]File, error) {
	return func(p *plan.Plan, _ Settings) ([]File, error) {
		content, err := exporter.Write(p, version)
		return []File{{Path: p.Service.Name + ".arazzo.yaml", Content: content}}, err
	}
}
