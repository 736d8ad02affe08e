package export

import (
	"fmt"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// functions is the format in which a provider of models takes tools: a list of functions with the JSON Schemas of their arguments.
type functions struct {
	provider string // for messages

	// The greatest length of names in characters; 0 if there is none. The characters of snake case are allowed everywhere.
	longestTool, longestInput int

	// parameters converts the schema of the arguments that the service has to the one that the provider takes.
	parameters func(s *nact.Signature, schema object) (object, error)

	function func(s *nact.Signature, parameters object) object // makes an element of the list
	list     func(functions []any) any                         // wraps the list; nil if the list is the whole file
}

// The lists, as the providers' SDKs have them in November 2026.
var (
	openAI        = functions{provider: "OpenAI", longestTool: 64, parameters: asItIs, function: openAIFunction(false)}
	openAIStrict  = functions{provider: "OpenAI", longestTool: 64, parameters: strictly, function: openAIFunction(true)}
	openAIChat    = functions{provider: "OpenAI", longestTool: 64, parameters: asItIs, function: chatFunction}
	anthropicList = functions{provider: "Anthropic", longestTool: 64, longestInput: 64, parameters: asItIs, function: anthropicTool}
	geminiList    = functions{provider: "Gemini", longestTool: 128, longestInput: 64, parameters: geminiParameters, function: geminiDeclaration, list: geminiTools}
)

// writer returns the Write function of the [Format] with a name.
func (f functions) writer(format string) func(*plan.Plan, Settings) ([]File, error) {
	return func(p *plan.Plan, _ Settings) ([]File, error) {
		var list []any
		for _, t := range p.Tools {
			function, err := f.of(&t.Signature)
			if err != nil {
				return nil, fmt.Errorf("the tool %s: %w", t.Signature.Name, err)
			}
			list = append(list, function)
		}
		var whole any = list
		if f.list != nil {
			whole = f.list(list)
		}
		content, err := document(whole)
		return []File{{Path: p.Service.Name + "." + format + ".json", Content: content}}, err
	}
}

// of returns the function of a tool.
func (f functions) of(s *nact.Signature) (object, error) {
	if err := f.name("tools", s.Name, f.longestTool); err != nil {
		return nil, err
	}
	for i := range s.Inputs {
		if err := f.name("inputs", s.Inputs[i].ID, f.longestInput); err != nil {
			return nil, err
		}
	}
	schema, err := inputSchema(s)
	if err != nil {
		return nil, err
	}
	parameters, err := f.parameters(s, schema)
	if err != nil {
		return nil, err
	}
	return f.function(s, parameters), nil
}

// name returns an error if a name is too long for the provider.
func (f functions) name(what, name string, longest int) error {
	if n := utf8.RuneCountInString(name); longest > 0 && n > longest {
		return fmt.Errorf("%s takes names of %s of at most %d characters, and %s has %d; give it a shorter one in the manifest", f.provider, what, longest, name, n)
	}
	return nil
}

// asItIs is for providers that take JSON Schema.
func asItIs(_ *nact.Signature, schema object) (object, error) { return schema, nil }

// openAIFunction makes functions of the Responses API. They state whether they are strict, since the API takes those that do not for strict.
func openAIFunction(strict bool) func(*nact.Signature, object) object {
	return func(s *nact.Signature, parameters object) object {
		return object{{"type", "function"}, {"name", s.Name}, {"description", s.Description}, {"parameters", parameters}, {"strict", strict}}
	}
}

// chatFunction makes a function of the Chat Completions API, which other providers have, too.
func chatFunction(s *nact.Signature, parameters object) object {
	return object{{"type", "function"}, {"function", object{{"name", s.Name}, {"description", s.Description}, {"parameters", parameters}, {"strict", false}}}}
}

func anthropicTool(s *nact.Signature, parameters object) object {
	return object{{"name", s.Name}, {"description", s.Description}, {"input_schema", parameters}}
}

// geminiDeclaration leaves out the schema of a function without parameters: Gemini refuses that of an object without properties.
func geminiDeclaration(s *nact.Signature, parameters object) object {
	o := object{{"name", s.Name}, {"description", s.Description}}
	if len(s.Inputs) > 0 {
		o.add("parametersJsonSchema", parameters)
	}
	return o
}

func geminiTools(declarations []any) any {
	return []any{object{{"functionDeclarations", declarations}}}
}

// geminiKeywords are the keywords in the schemas of inputs that Gemini reads.
var geminiKeywords = []string{"type", "enum", "title", "description", "minimum", "maximum", "format", "items", "minItems", "maxItems"}

func geminiParameters(_ *nact.Signature, schema object) (object, error) {
	return eachProperty(schema, func(_ string, property object) object { return inWords(property, geminiKeywords, "Default: %s.") }), nil
}
