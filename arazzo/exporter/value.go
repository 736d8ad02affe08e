package exporter

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// said is a value as a document has it.
type said struct {
	yaml yamlout.Value
	cel  string // the expression that it stands for, where it does not say all of it; empty: it does
}

// constant is a number, a boolean or null.
func constant(v any) yamlout.Literal {
	switch v := v.(type) {
	case nil:
		return "null"
	case float64:
		return yamlout.Literal(strconv.FormatFloat(v, 'f', -1, 64))
	}
	return yamlout.Literal(fmt.Sprint(v))
}

// value is an expression as a document has it: a literal, a runtime expression, or text with such. What no runtime expression is stands as ${CEL}.
func (w *workflow) value(n ir.Node) said {
	n = w.plain(n)
	switch n := n.(type) {
	case *ir.Const:
		if text, ok := n.Value.(string); ok {
			return said{yaml: yamlout.Text(text)}
		}
		return said{yaml: constant(n.Value)}
	case *ir.Concat:
		if text, ok := w.template(n); ok {
			return said{yaml: yamlout.Text(text)}
		}
	}
	r, ok := w.read(n)
	if !ok {
		return said{yaml: yamlout.Text("${" + ir.Written(n) + "}"), cel: ir.Written(n)}
	}
	v := said{yaml: yamlout.Text(w.expression(r, ""))}
	if r.converted {
		v.cel = ir.Written(n)
	}
	return v
}

// template is text with expressions in braces.
func (w *workflow) template(n *ir.Concat) (string, bool) {
	var parts []func() string // which add outputs to steps, so they wait until all of it can be read
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

// plain is a node without what only changes its type, checks it, or gives it a name; vars are what they are computed as.
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

// expression is a runtime expression for what is read. Within a step, its own answer is $response.
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
	st := w.order[r.step]
	if r.step == within || st == nil {
		return text
	}
	return st.output(outputName(name), text)
}

// outputName is a name that an output can have.
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

func pointer(path []string) string {
	if len(path) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteByte('#')
	for _, p := range path {
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(p))
	}
	return b.String()
}

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
