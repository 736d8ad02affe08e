package export

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/schema"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// inputSchema returns the schema that the service has for the inputs: an object with a property for each, by id.
func inputSchema(s *nact.Signature) (object, error) { return schemaOf(schema.AppendInputs(nil, s)) }

// outputSchema returns the schema that the service has for the outputs: an object with a property for each, by id.
func outputSchema(t *plan.Tool) (object, error) {
	tool := t.Descriptor()
	return schemaOf(schema.AppendOutputs(nil, &tool))
}

func schemaOf(text []byte) (object, error) {
	v, err := parsed(text)
	if err != nil {
		return nil, err
	}
	return v.(object), nil
}

// moved returns a schema without its $defs, which are added to the components of an OpenAPI document with a prefix to their names. References to them,
// which begin with the place of the schema, are changed accordingly.
func moved(s object, place, prefix string, components map[string]any) object {
	definitions, _ := s.get("$defs").(object)
	names := map[string]string{} // of the components, by those of the definitions
	for _, d := range definitions {
		names[d.key] = componentName(prefix+d.key, components)
		components[names[d.key]] = d.value
	}
	refer := func(ref string) string {
		if name, err := url.PathUnescape(strings.TrimPrefix(ref, place+"/$defs/")); err == nil {
			if component, own := names[unescaped.Replace(name)]; own {
				return "#/components/schemas/" + component
			}
		}
		return ref
	}
	for _, name := range names {
		components[name] = referring(components[name], refer)
	}
	return referring(s.without("$defs"), refer).(object)
}

// unescaped removes the escapes of a JSON pointer.
var unescaped = strings.NewReplacer("~1", "/", "~0", "~")

// componentName returns an unused name for a component, which consists of letters, digits, dots, underscores and hyphens.
func componentName(name string, components map[string]any) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '.', r == '_', r == '-':
			return r
		}
		return '_'
	}, name)
	free := name
	for n := 2; components[free] != nil; n++ {
		free = name + "_" + strconv.Itoa(n)
	}
	return free
}

// referring returns a JSON value with each reference replaced by what refer returns for it.
func referring(v any, refer func(string) string) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = referring(v[i], refer)
		}
		return list
	case object:
		o := make(object, len(v))
		for i, m := range v {
			o[i] = member{m.key, referring(m.value, refer)}
			if ref, ok := m.value.(string); ok && m.key == "$ref" {
				o[i].value = refer(ref)
			}
		}
		return o
	}
	return v
}
