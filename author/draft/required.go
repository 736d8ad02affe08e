package draft

import (
	"fmt"
	"slices"

	"github.com/nactgen/nactgen/spec"
)

// require decides what is passed for a required part.
func (r *request) require(p *part, as role) {
	v, why := p.constantFor(as)
	switch {
	case v != nil:
		p.use, p.fixed, p.note = fixed, v, why
	case as == secret && isSingle(p.schema), isProgrammatic(as) && as != page && p.in == spec.InHeader && isSingle(p.schema) && p.schema.Kind == spec.String:
		r.configure(p, as)
	case r.op.isTenant(p.words, p.key) && isSingle(p.schema):
		r.configure(p, identifier)
	default:
		r.form.ask(p)
	}
}

// constantFor returns the value that every call passes for a part with a role, and why. It is nil if no such value is known.
func (p *part) constantFor(as role) (v value, why string) {
	stated, isStated := p.stated()
	if isStated && len(p.schema.Enum) == 1 {
		return stated, "all that the document allows"
	}
	if v, why = p.made(as); v != nil {
		return v, why
	}
	example := p.exampleText()
	switch {
	case isProgrammatic(as) && isStated:
		return stated, "the document's default: " + reasons[as]
	case (as == apiVersion || as == language) && example != "" && p.carries(example):
		return constant(example), "the document's example: " + reasons[as]
	case as == language && p.schema.Kind == spec.String && len(p.schema.Enum) == 0:
		return text("en"), reasons[as]
	case as == pageSize && (p.schema.Kind == spec.Integer || p.schema.Kind == spec.Number):
		return literal(fmt.Sprint(bounded(p.schema, 50))), reasons[as]
	}
	return nil, ""
}

// made returns the value that a call makes itself for a part with a role, and why, or nil.
func (p *part) made(as role) (v value, why string) {
	isText := p.schema.Kind == spec.String
	switch {
	case (as == tracing || as == retryKey) && isText:
		return text("${uuid()}"), "made for each call: " + reasons[as]
	case as == clock && isText && p.schema.Format == "date-time":
		return text("${string(now())}"), "the time of the call"
	case as == formatFlag && slices.Contains(p.schema.Enum, any("json")):
		return text("json"), reasons[as]
	}
	return nil, ""
}

// isProgrammatic reports whether a constant can be passed for parts with a role.
func isProgrammatic(r role) bool {
	return r != semantic && r != identifier && r != location && r != secret
}

// isSingle reports whether a config value can be passed for a schema: it is text or a whole number.
func isSingle(s *spec.Schema) bool {
	return (s.Kind == spec.String || s.Kind == spec.Any || s.Kind == spec.Integer) && len(s.Enum) == 0 && s.Format != "uri"
}

// configure decides that a config value is passed for a part.
func (r *request) configure(p *part, as role) {
	u := r.op.Upstream
	words := append(split(u.Name), p.words...)
	if len(p.words) == 1 && as == identifier && p.words[0] == "id" {
		words = append(split(u.Name), append(r.op.parent(p.key), "id")...)
	}
	id := identifierOf(words, "setting")
	why := reasons[as]
	if as == identifier {
		why = "most paths have it: the account of whoever runs the service"
	}
	description := description(p.description, "What the API calls "+oneLine(p.key, 60)+".", p.words, mostOfField)
	id = r.shared.setting(setting{id: id, description: description, secret: as == secret, note: why})
	expression := "${config." + id + "}"
	if p.schema.Kind == spec.Integer {
		expression = "${int(config." + id + ")}"
	}
	p.use, p.fixed, p.note = fixed, text(expression), why
}
