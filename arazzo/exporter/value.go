package exporter

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/arazzo/expression"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// rendering is how a document writes an expression of the manifest.
type rendering struct {
	yaml yamlout.Value
	cel  string // the expression in CEL, if yaml does not say all of it; otherwise empty
}

// value renders an expression as a literal, a runtime expression or a template of such. One that none of these can express becomes the text ${CEL}.
func (w *workflow) value(n ir.Node) rendering {
	n = w.plain(n)
	switch n := n.(type) {
	case *ir.Const:
		if text, ok := n.Value.(string); ok {
			return rendering{yaml: yamlout.Text(text)}
		}
		return rendering{yaml: yamlout.Scalar(n.Value)}
	case *ir.Concat:
		if text, ok := w.template(n); ok {
			return rendering{yaml: yamlout.Text(text)}
		}
	}
	r, ok := w.read(n)
	if !ok {
		return rendering{yaml: yamlout.Text("${" + ir.Written(n) + "}"), cel: ir.Written(n)}
	}
	v := rendering{yaml: yamlout.Text(w.expression(r, ""))}
	if r.converted {
		v.cel = ir.Written(n)
	}
	return v
}

// template renders a concatenation as text with runtime expressions in braces. It reports false if a part has no runtime expression.
func (w *workflow) template(n *ir.Concat) (string, bool) {
	var parts []func() string // each adds an output to a step, and must not before it is known that all parts can be rendered
	for _, part := range n.Parts {
		if c, literal := w.plain(part).(*ir.Const); literal {
			parts = append(parts, func() string { return fmt.Sprint(c.Value) })
			continue
		}
		r, ok := w.read(part)
		if !ok {
			return "", false
		}
		parts = append(parts, func() string { return "{" + w.expression(r, "") + "}" })
	}
	text := ""
	for _, part := range parts {
		text += part()
	}
	return text, true
}

// plain strips a node of wrappers that only change its type, check it or give it a name, and replaces a var by its value.
func (w *workflow) plain(n ir.Node) ir.Node {
	for {
		if inner := ir.Content(n); inner != nil {
			n = inner
			continue
		}
		switch x := n.(type) {
		case *ir.Guard:
			n = x.X
		case *ir.Let:
			if _, limited := x.Body.(*ir.Guard); !limited {
				return n
			}
			n = x.Value
		case *ir.Some:
			n = x.X
		case *ir.Root:
			v := w.vars[x.Name]
			if x.Kind != ir.VarRoot || v == nil {
				return n
			}
			n = v
		default:
			return n
		}
	}
}

// expression returns the runtime expression that reads r. Of the step that is named by within, the answer is $response; of other steps it is an
// output, which is added to the step.
func (w *workflow) expression(r read, within string) string {
	switch {
	case r.input != "":
		return "$inputs." + r.input + pointer(r.path)
	case r.local != "":
		return "@" + jsonPath(r.path)
	}
	text, name := "$statusCode", "status"
	switch r.source {
	case "header":
		name = strings.Join(r.path, "_")
		text = "$response.header." + strings.Join(r.path, ".")
	case "body":
		name = "body"
		if n := len(r.path); n > 0 {
			name = r.path[n-1]
			if _, err := strconv.Atoi(name); err == nil && n > 1 {
				name = r.path[n-2]
			}
		}
		text = "$response.body" + pointer(r.path)
	}
	st := w.byName[r.step]
	if r.step == within || st == nil {
		return text
	}
	return st.output(outputName(name), text)
}

// outputName strips a name of the characters that the name of an output cannot have.
func outputName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < 128 && (r == '_' || r == '-' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9') {
			return r
		}
		return -1
	}, name)
	if name == "" {
		return "value"
	}
	return name
}

// pointer returns a path as the fragment of a runtime expression: #/a/0.
func pointer(path []string) string {
	if len(path) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteByte('#')
	for _, p := range path {
		b.WriteString("/" + expression.Token(p))
	}
	return b.String()
}

// jsonPath returns a path as the segments of a query of JSONPath: .a[0].
func jsonPath(path []string) string {
	var b strings.Builder
	for _, p := range path {
		if _, err := strconv.Atoi(p); err == nil {
			b.WriteString("[" + p + "]")
			continue
		}
		if outputName(p) == p {
			b.WriteString("." + p)
			continue
		}
		b.WriteString("['" + strings.ReplaceAll(p, "'", "\\'") + "']")
	}
	return b.String()
}
