// Package importer makes a manifest of an Arazzo document: a tool of each workflow. What has no equal in a manifest becomes a comment at its place, with
// the line of the document and the reason, so that nothing is lost silently.
//
// A workflow goes through these files: tool.go (the whole), input.go (its inputs), scope.go and step.go (what expressions read), value.go and
// payload.go (what steps send), criterion.go, condition.go and compare.go (conditions as CEL), failure.go and retry.go (what happens if a step fails),
// flow.go (which steps are skipped). settle.go removes again what a check of the manifest refuses.
package importer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/expression"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// Source is the OpenAPI document of a source description.
type Source struct {
	Name     string // of the source description
	Upstream *draft.Upstream
}

// Import is a manifest made of an Arazzo document.
type Import struct {
	doc        *arazzo.Document
	sources    []Source
	operations map[*arazzo.Step]*draft.Operation
	frame      *draft.Frame
	names      map[string]string // of the tools, by workflowId
	tables     yamlout.Mapping
	tools      yamlout.Mapping
	left       []string                // the tools that are left out as a whole
	lost       map[string][]string     // by tool: the comments on what of its workflow did not come over, and changes what the tool does
	comments   []string                // on parts of the document that belong to no tool
	budget     int                     // how many bytes the workflows may still unfold to
	wrong      map[*arazzo.Step]string // why the operation of a step cannot be called
}

// maxUnfolded is how many bytes the values of all tools may have, and copiedStep what a step of a workflow that a step calls counts: a few lines of a
// document can call each other, or read each other, in more ways than there is memory.
const maxUnfolded, copiedStep = 32 << 20, 64 << 10

var errUnfolds = fmt.Errorf("the document unfolds to more than %d steps of workflows that steps call, or to more than %d MiB", maxUnfolded/copiedStep, maxUnfolded>>20)

// spend takes from the budget, and returns an error if that is used up.
func (im *Import) spend(bytes int) error {
	if im.budget -= bytes; im.budget < 0 {
		return errUnfolds
	}
	return nil
}

// New makes a manifest of a document. Sources are those of its source descriptions that are OpenAPI documents, and the service has their upstreams. The
// findings list the steps whose operation does not exist, which the tools lack.
func New(doc *arazzo.Document, service *draft.Service, sources []Source) (*Import, diag.List) {
	im := &Import{doc: doc, sources: sources, operations: map[*arazzo.Step]*draft.Operation{}, names: map[string]string{}, lost: map[string][]string{}, budget: maxUnfolded, wrong: map[*arazzo.Step]string{}}
	var found diag.List
	im.find(service, &found)
	found.Sort()
	taken := map[string]bool{}
	for _, w := range doc.Workflows {
		im.names[w.ID.V] = draft.ToolName(w.ID.V, "run_workflow", taken)
	}
	for _, id := range doc.Broken {
		im.leave(cmp.Or(id.V, "without a workflowId"), "it has errors of form")
	}
	im.comments = append(im.comments, extras(&doc.Object)...)
	for _, s := range doc.Sources {
		im.comments = append(im.comments, extras(&s.Object)...)
	}
	for _, w := range doc.Workflows {
		im.tools = append(im.tools, im.tool(w))
	}
	return im, found
}

// find resolves the operations that steps call. A step whose operation cannot be called is wrong.
func (im *Import) find(service *draft.Service, found *diag.List) {
	var list []catalog.Source
	for _, s := range im.sources {
		list = append(list, catalog.Source{Upstream: s.Upstream.Name, Document: s.Upstream.Document})
	}
	listed := catalog.List(list...)
	byCall := map[string]int{}
	var operations []*draft.Operation
	called := map[*arazzo.Step]int{}
	for _, w := range im.doc.Workflows {
		for _, st := range w.Steps {
			op, pos, message := im.operation(st, listed)
			refuse := func(why string) {
				im.wrong[st] = why
				found.Errorf(pos, 0, "arazzo", "%s", why)
			}
			if message != "" {
				refuse(message)
			}
			if op == nil {
				continue
			}
			i, resolvedBefore := byCall[op.Call]
			if !resolvedBefore {
				resolved, err := op.Resolve()
				if err != nil {
					refuse(fmt.Sprintf("the operation %s cannot be read: %v", op.Call, err))
					continue
				}
				i = len(operations)
				byCall[op.Call] = i
				u := im.sources[slices.IndexFunc(im.sources, func(s Source) bool { return s.Upstream.Name == op.Upstream })].Upstream
				operations = append(operations, &draft.Operation{Operation: resolved, Upstream: u, Call: op.Call})
			}
			called[st] = i
		}
	}
	im.frame = draft.NewFrame(service, operations)
	for st, i := range called {
		im.operations[st] = im.frame.Operations[i]
	}
}

// reference matches an operationPath, such as {$sourceDescriptions.pets.url}#/paths/~1pets/get. Many documents have the name or the url of the source
// description in place of the expression.
var reference = regexp.MustCompile(`^(?:\{?\$sourceDescriptions\.([A-Za-z0-9_-]+)(?:\.url)?\}?|([^#{}$]*))#(/.*)$`)

// operation returns the operation that a step calls, or a message for the position that says why there is none. Both are empty if what the step calls
// is in no OpenAPI document.
func (im *Import) operation(st *arazzo.Step, listed []*catalog.Operation) (op *catalog.Operation, pos diag.Position, message string) {
	at, source := st.OperationID, ""
	var name string
	switch {
	case at.V != "":
		source, name = im.named(at.V)
	case st.OperationPath.V != "":
		at = st.OperationPath
		if im.isAsync(at.V) {
			return nil, at.Pos, ""
		}
		m := reference.FindStringSubmatch(at.V)
		if m == nil {
			return nil, at.Pos, fmt.Sprintf("operationPath is written {$sourceDescriptions.NAME.url}#/paths/~1path/method, and this is %q", at.V)
		}
		source = cmp.Or(m[1], im.described(m[2]))
		tokens, err := expression.Pointer(m[3])
		if err != nil || len(tokens) < 2 || len(tokens) > 3 || tokens[0] != "paths" {
			return nil, at.Pos, fmt.Sprintf("operationPath does not lead to /paths/PATH/METHOD: %q", at.V)
		}
		name = onlyMethod(tokens, source, im, listed)
	default:
		return nil, at.Pos, ""
	}
	if source != "" {
		i := slices.IndexFunc(im.sources, func(s Source) bool { return s.Name == source })
		switch names := im.sourceNames(); {
		case i < 0 && slices.Contains(names, source):
			return nil, at.Pos, ""
		case i < 0:
			return nil, at.Pos, "there is no source description " + source + diag.DidYouMean(source, names)
		}
		upstream := im.sources[i].Upstream.Name
		listed = slices.DeleteFunc(slices.Clone(listed), func(op *catalog.Operation) bool { return op.Upstream != upstream })
	} else if len(im.sources) == 0 {
		return nil, at.Pos, ""
	}
	op, message = catalog.Find(listed, name)
	return op, at.Pos, message
}

// described returns the name of the source description that a text means by its name or its url; without any, of the only one there is.
func (im *Import) described(text string) string {
	for _, s := range im.doc.Sources {
		if text == s.Name.V || text == s.URL.V || text == "" && len(im.doc.Sources) == 1 {
			return s.Name.V
		}
	}
	return text
}

// isAsync reports whether an expression refers to a source description that is no OpenAPI document.
func (im *Import) isAsync(text string) bool {
	return slices.ContainsFunc(im.doc.Sources, func(s *arazzo.Source) bool {
		rest, ok := strings.CutPrefix(strings.TrimPrefix(text, "{"), "$sourceDescriptions."+s.Name.V)
		return ok && s.Type.V != "" && s.Type.V != "openapi" && !strings.HasPrefix(rest, "-") && !strings.HasPrefix(rest, "_")
	})
}

// named splits an operationId into the source description that it may begin with and the id itself.
func (im *Import) named(id string) (source, name string) {
	rest, ok := strings.CutPrefix(id, "$sourceDescriptions.")
	if source, name, _ = strings.Cut(rest, "."); ok {
		return source, name
	}
	if name != "" && slices.Contains(im.sourceNames(), source) {
		return source, name
	}
	return "", id
}

// onlyMethod returns the method and path that the tokens of an operationPath name. The method may be missing if the path has only one.
func onlyMethod(tokens []string, source string, im *Import, listed []*catalog.Operation) string {
	if len(tokens) == 3 {
		return strings.ToUpper(tokens[2]) + " " + tokens[1]
	}
	methods := slices.DeleteFunc(slices.Clone(listed), func(op *catalog.Operation) bool {
		return op.Path != tokens[1] || !slices.ContainsFunc(im.sources, func(s Source) bool { return s.Name == source && s.Upstream.Name == op.Upstream })
	})
	if len(methods) == 1 {
		return methods[0].Call
	}
	return tokens[1]
}

// sourceNames returns the names of all source descriptions.
func (im *Import) sourceNames() []string {
	var names []string
	for _, s := range im.doc.Sources {
		names = append(names, s.Name.V)
	}
	return names
}

// maxReferences bounds the references in a row that are followed, and the levels of allOf.
const maxReferences = 20

// schema follows the references of a schema to the components of the document, and merges the parts of allOf into one object. A reference to anything
// else gives an empty schema.
func (im *Import) schema(n *arazzo.Node) *arazzo.Node { return im.joined(n, 0) }

func (im *Import) joined(n *arazzo.Node, depth int) *arazzo.Node {
	for depth < maxReferences {
		depth++
		ref := n.Get("$ref")
		if ref == nil {
			break
		}
		name, ok := strings.CutPrefix(ref.Text, "#/components/inputs/")
		if n = im.doc.Schema(name); !ok || n == nil {
			return &arazzo.Node{Kind: arazzo.Map, Pos: ref.Pos}
		}
	}
	all := n.Get("allOf")
	if all == nil || depth >= maxReferences {
		return n
	}
	node := func(kind arazzo.Kind, text string, fields ...*arazzo.Field) *arazzo.Node {
		return &arazzo.Node{Kind: kind, Pos: n.Pos, Text: text, Fields: fields}
	}
	field := func(name string, value *arazzo.Node) *arazzo.Field {
		return &arazzo.Field{Name: name, Pos: value.Pos, Value: value}
	}
	properties, required, own := node(arazzo.Map, ""), node(arazzo.List, ""), node(arazzo.Map, "")
	whole := node(arazzo.Map, "", field("type", node(arazzo.String, "object")), field("properties", properties), field("required", required))
	own.Fields = slices.DeleteFunc(slices.Clone(n.Fields), func(f *arazzo.Field) bool { return f.Name == "allOf" })
	for _, part := range append(slices.Clone(all.Items), own) {
		part = im.joined(part, depth)
		properties.Fields = append(properties.Fields, part.Get("properties").Members()...)
		if list := part.Get("required"); list != nil {
			required.Items = append(required.Items, list.Items...)
		}
	}
	if about := own.Get("description"); about != nil {
		whole.Fields = append(whole.Fields, field("description", about))
	}
	return whole
}

// table returns the id of a table with the rows. It is added, with an id made of the given one, unless there is one already.
func (im *Import) table(id string, rows yamlout.Mapping) string {
	line, _ := rows.Inline(true)
	taken := map[string]bool{}
	for _, e := range im.tables {
		if other, _ := e.Value.Inline(true); other == line {
			return e.Key
		}
		taken[e.Key] = true
	}
	id = draft.Identifier(id, "values", taken)
	im.tables.Add(id, rows)
	return id
}

// head is the comment at the top of the manifest.
var head = []string{
	"A manifest made of an Arazzo document, a tool of each of its workflows. What has no equal stands in comments, with the",
	"line of the document, what was there, and why. Read them, and write descriptions as for a new colleague. Then:",
	"",
	"    nactgen lint        what is wrong, or hard to use",
	"    nactgen generate    the code of the service",
	"    nactgen test        the examples; record an answer for each tool, which shows that it does what it says",
}

// Text returns the manifest.
func (im *Import) Text() string { return im.text(im.tools) }

func (im *Import) text(tools yamlout.Mapping) string {
	var w yamlout.Writer
	w.Comments("", head)
	if len(im.comments) > 0 {
		w.Comments("", append([]string{""}, im.comments...))
	}
	w.Mapping(yamlout.Mapping{{Key: "nact", Value: yamlout.Literal("1")}, {Key: "service", Value: im.frame.Service}}, "")
	section := func(key string, m yamlout.Mapping) {
		if len(m) > 0 {
			w.WriteString("\n" + key + ":\n")
			w.Mapping(m, "  ")
		}
	}
	section("go", im.frame.Go)
	section("config", im.frame.Config)
	section("upstreams", im.frame.Upstreams)
	section("tables", im.tables)
	w.WriteString("\ntools:\n")
	for i, t := range tools {
		if i > 0 {
			w.WriteString("\n")
		}
		w.Mapping(yamlout.Mapping{t}, "  ")
	}
	return w.String()
}

// Left returns the names of the tools that are left out.
func (im *Import) Left() []string { return im.left }

// Disabled returns what tools lack of their workflows, by the name of the tool.
func (im *Import) Disabled() map[string][]string {
	disabled := map[string][]string{}
	for _, name := range im.Tools() {
		if lost := im.lost[name]; len(lost) > 0 {
			disabled[name] = lost
		}
	}
	return disabled
}

// Tools returns the names of the tools.
func (im *Import) Tools() []string {
	var names []string
	for _, t := range im.tools {
		names = append(names, t.Key)
	}
	return names
}
