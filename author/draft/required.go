package draft

import (
	"fmt"
	"slices"

	"github.com/nactgen/nactgen/spec"
)

// require decides about a part that a call must be passed.
func (r *request) require(p *part, as role) {
	s := p.schema
	always := func(v value, why string) { p.use, p.fixed, p.note = fixed, v, why }
	stated, isStated := p.stated()
	switch {
	case len(s.Enum) == 1 && isStated:
		always(stated, "all that the document allows")
	case as == tracing && s.Kind == spec.String:
		always(text("${uuid()}"), "made for each call: "+reasons[as])
	case as == retryKey && s.Kind == spec.String:
		always(text("${uuid()}"), "made for each call: "+reasons[as])
	case as == clock && s.Kind == spec.String && s.Format == "date-time":
		always(text("${string(now())}"), "the time of the call")
	case as == formatFlag && slices.Contains(s.Enum, any("json")):
		always(text("json"), reasons[as])
	case isProgrammatic(as) && isStated:
		always(stated, "the document's default: "+reasons[as])
	case (as == apiVersion || as == language) && p.exampleText() != "" && p.carries(p.exampleText()):
		always(constant(p.exampleText()), "the document's example: "+reasons[as])
	case as == language && s.Kind == spec.String && len(s.Enum) == 0:
		always(text("en"), reasons[as])
	case as == pageSize && (s.Kind == spec.Integer || s.Kind == spec.Number):
		always(literal(fmt.Sprint(bounded(s, 50))), reasons[as])
	case as == secret && isSingle(s), isProgrammatic(as) && as != page && p.in == spec.InHeader && isSingle(s) && s.Kind == spec.String:
		r.configure(p, as)
	case r.op.isTenant(p.words, p.key) && isSingle(s):
		r.configure(p, identifier)
	default:
		r.form.ask(p)
	}
}

// isProgrammatic reports whether a role is one that a constant can play.
func isProgrammatic(r role) bool {
	return r != semantic && r != identifier && r != location && r != secret
}

// isSingle reports whether a schema is that of text or a number.
func isSingle(s *spec.Schema) bool {
	return (s.Kind == spec.String || s.Kind == spec.Any || s.Kind == spec.Integer) && len(s.Enum) == 0 && s.Format != "uri"
}

// configure makes a config value of a part.
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
