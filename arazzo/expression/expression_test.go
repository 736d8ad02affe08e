package expression_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/arazzo/expression"
)

func TestParse(t *testing.T) {
	tests := []struct{ text, want string }{
		{"$url", "url"},
		{"$statusCode", "statusCode"},
		{"$inputs.username", "inputs [username]"},
		{"$inputs.customer.uri", "inputs [customer uri]"},
		{"$inputs.customer#/links/0/self", "inputs [customer links 0 self]"},
		{"$response.body", "response body []"},
		{"$response.body#/a~1b/~0c", "response body [a/b ~c]"},
		{"$response.body.data[0].id", "response body [data 0 id]"},
		{"$response.header.X-Rate-Limit", "response header X-Rate-Limit"},
		{"$request.query.a.b", "request query a.b"},
		{"$steps.find-pet.outputs.id", "steps find-pet [outputs id]"},
		{"$steps.s.outputs.list#/0/id", "steps s [outputs list 0 id]"},
		{"$workflows.w.inputs.i", "workflows w [inputs i]"},
		{"$sourceDescriptions.api.getPet", "sourceDescriptions api [getPet]"},
		{"$components.parameters.page", "components [parameters page]"},
		{"$message.payload.orderId", "message payload [orderId]"},
		{"inputs.x", `"inputs.x" is no runtime expression: it does not begin with a dollar sign`},
		{"$outcome.x", `"$outcome.x" is no runtime expression: there is nothing called $outcome`},
		{"$url.host", `"$url.host" goes on behind $url, which has no parts`},
		{"$response.headers.Location", `"$response.headers.Location" reads no header.NAME, query.NAME, path.NAME, body or payload`},
		{"$inputs", `"$inputs" ends too early`},
		{"$steps.s.outputs", `"$steps.s.outputs" ends too early`},
		{"$inputs.a..b", `"$inputs.a..b": a name is missing at "..b"`},
		{"$inputs.a[", `"$inputs.a[": an index is missing at "["`},
		{"$response.body#x", `"$response.body#x": "x" is no JSON pointer: it starts with a slash, or is empty`},
		{"$response.body#/~2", `"$response.body#/~2": "/~2" is no JSON pointer: a tilde is written ~0, a slash in a name ~1`},
	}
	names := map[expression.Kind]string{expression.URL: "url", expression.StatusCode: "statusCode", expression.Inputs: "inputs", expression.Response: "response", expression.Request: "request",
		expression.Steps: "steps", expression.Workflows: "workflows", expression.SourceDescriptions: "sourceDescriptions", expression.Components: "components", expression.Message: "message"}
	for _, tt := range tests {
		e, err := expression.Parse(tt.text)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = names[e.Kind]
			for _, part := range []string{e.Source, e.Name} {
				if part != "" {
					got += " " + part
				}
			}
			if e.Path != nil || e.Source == "body" {
				got += fmt.Sprint(" ", e.Path)
			}
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestTemplate(t *testing.T) {
	tests := []struct{ text, want string }{
		{"plain", "plain"},
		{"$inputs.a", "<$inputs.a>"},
		{"{$inputs.a}", "<$inputs.a>"},
		{"/pets/{$inputs.a}/{id}", "/pets/|<$inputs.a>|/{id}"},
		{"$5 off", "$5 off"},
		{"$workflow_order_id", "$workflow_order_id"},
		{"{$nothing.a}", `error: "$nothing.a" is no runtime expression: there is nothing called $nothing`},
	}
	for _, tt := range tests {
		parts, err := expression.Template(tt.text)
		var got []string
		for _, p := range parts {
			if p.Expr != nil {
				got = append(got, "<"+p.Expr.Text+">")
				continue
			}
			got = append(got, p.Text)
		}
		text := strings.Join(got, "|")
		if err != nil {
			text = "error: " + err.Error()
		}
		if text != tt.want {
			t.Errorf("%s: got %s, want %s", tt.text, text, tt.want)
		}
	}
}

// print prints a condition with all its parentheses.
func print(c *expression.Condition) string {
	switch {
	case c.Op == "!":
		return "!" + print(c.X)
	case c.Op != "":
		return "(" + print(c.X) + " " + c.Op + " " + print(c.Y) + ")"
	case c.Expr != nil:
		return c.Expr.Text
	case c.Path != nil:
		return printPath(c.Path)
	case c.Call != "":
		args := make([]string, len(c.Args))
		for i, a := range c.Args {
			args[i] = print(a)
		}
		return c.Call + "(" + strings.Join(args, ", ") + ")"
	}
	return fmt.Sprintf("%#v", c.Value)
}

func printPath(p *expression.Path) string {
	text := "$"
	if p.Relative {
		text = "@"
	}
	for _, s := range p.Segments {
		switch {
		case s.Named:
			text += "." + s.Name
		case s.Nth:
			text += fmt.Sprintf("[%d]", s.Index)
		case s.Filter != nil:
			text += "[?" + print(s.Filter) + "]"
		default:
			text += "[*]"
		}
	}
	return text
}

func TestConditions(t *testing.T) {
	tests := []struct{ text, want string }{
		{"$statusCode == 200", "($statusCode == 200)"},
		{"$statusCode==200||$statusCode == 201 && $response.body#/a != null", "(($statusCode == 200) || (($statusCode == 201) && ($response.body#/a != <nil>)))"},
		{"!($inputs.a == 'it''s') && true", `(!($inputs.a == "it's") && true)`},
		{"$response.body.count > -1.5e2", "($response.body.count > -150)"},
		{"$response.body#/x", "$response.body#/x"},
		{`$inputs.a == "x\"y"`, `($inputs.a == "x\"y")`},
		{"$statusCode = 200", `error: an operator is missing at "= 200"`},
		{"($statusCode == 200", `error: a closing parenthesis is missing at ""`},
		{"statusCode == 200", `error: a runtime expression, a literal or a parenthesis is missing at "statusCode == 200"`},
		{"$inputs.a == 'x", `error: a closing quote is missing at "'x"`},
		{"", `error: a runtime expression, a literal or a parenthesis is missing at ""`},
		{strings.Repeat("(", 200) + "true", "error: the condition is nested too deep at " + fmt.Sprintf("%q", strings.Repeat("(", 100)+"true")},
	}
	for _, tt := range tests {
		c, err := expression.ParseCondition(tt.text)
		check(t, tt.text, tt.want, c, err)
	}
}

func TestPathConditions(t *testing.T) {
	tests := []struct{ text, want string }{
		{"$.a.b", "$.a.b"},
		{"$['a b'][0]", "$.a b[0]"},
		{"$.pets[*]", "$.pets[*]"},
		{"$[?count(@.pets) > 0]", "$[?(count(@.pets) > 0)]"},
		{"$.items[?(@.price >= 5 && @.on)].id", "$.items[?((@.price >= 5) && @.on)].id"},
		{"$[?match(@.name, '^a')]", `$[?match(@.name, "^a")]`},
		{"$.access_token != null", "($.access_token != <nil>)"},
		{"$..id", `error: descendants are not known here, at "..id"`},
		{"$[0:2]", `error: an index, a name or a filter is missing at "0:2]"`},
		{"$['a','b']", `error: a closing bracket is missing, or there are several selectors, at ",'b']"`},
		{"$[?count(@.a, 1)]", `error: count has another number of arguments at "]"`},
	}
	for _, tt := range tests {
		c, err := expression.ParsePathCondition(tt.text)
		check(t, tt.text, tt.want, c, err)
	}
}

func check(t *testing.T, text, want string, c *expression.Condition, err error) {
	t.Helper()
	got := ""
	if err != nil {
		got = "error: " + err.Error()
	} else {
		got = print(c)
	}
	if got != want {
		t.Errorf("%s: got %s, want %s", text, got, want)
	}
}

// FuzzExpressions: every text is read or refused.
func FuzzExpressions(f *testing.F) {
	for _, text := range []string{"$steps.a.outputs.b#/c/0", "{$inputs.a}x{$response.body#/~1}", "$statusCode == 200 && !($inputs.a < 'b')", "$.a[?@.b == 1 && count(@.c) > 2][0]['d']"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if e, err := expression.Parse(text); (e == nil || e.Text != text) && err == nil {
			t.Errorf("no expression, and no error: %q", text)
		}
		if parts, err := expression.Template(text); err == nil && text != "" && len(parts) == 0 {
			t.Errorf("%q has no parts", text)
		}
		for _, parse := range []func(string) (*expression.Condition, error){expression.ParseCondition, expression.ParsePathCondition} {
			if c, err := parse(text); err == nil {
				print(c)
			}
		}
		if p, err := expression.ParsePath(text); err == nil {
			printPath(p)
		}
	})
}
