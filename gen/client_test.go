package gen

import (
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/auth"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestClientSettings compiles an upstream whose settings are more than a concatenation.
func TestClientSettings(t *testing.T) {
	p := weatherPlan()
	token := configRoot("token")
	choice := &ir.Cond{If: &ir.Matches{X: configRoot("contact"), Pattern: "^`a\"@"}, Then: text("a"), Else: text("b")}
	fallible := ir.FnCharAt.Call(token, &ir.Const{T: ir.IntType, Value: int64(0)})
	u := p.Upstreams[0]
	u.Headers = []plan.Header{{Name: "x-a", Value: choice}, {Name: "X-A", Value: token}, {Name: "x-b", Value: fallible}}
	u.MaxResponse = 1 << 20
	u.Auth = []plan.Credential{
		{Kind: auth.APIKey, In: auth.Header, Name: "X-Key", Values: []ir.Node{token}},
		{Kind: auth.APIKey, In: auth.Query, Name: "key", Values: []ir.Node{token}},
		{Kind: auth.APIKey, In: auth.Cookie, Name: "key", Values: []ir.Node{token}},
		{Kind: auth.Named("basic"), In: auth.Header, Values: []ir.Node{choice, token}},
	}
	for _, name := range auth.Names() { // the library has a function for each, wherever it is sent
		kind := auth.Named(name)
		for in := range kind.Functions {
			c := plan.Credential{Kind: kind, In: in, Name: "every", Values: slices.Repeat([]ir.Node{token}, len(kind.Values))}
			if kind.Signs {
				c.Sign = &plan.Function{Name: "sign_request", Description: "Signs.", Signs: true, Args: []*plan.FunctionArg{{Name: "key", Type: ir.StringType}}, Result: ir.DynType}
				c.Values = []ir.Node{token}
				p.Functions = append(p.Functions, c.Sign)
			}
			u.Auth = append(u.Auth, c)
		}
	}
	files, err := Generate(ready(p))
	if err != nil {
		t.Fatal(err)
	}
	vet(t, files)
	source := numbered(files)
	for _, want := range []string{
		`"X-A": {`, `upstream.APIKeyHeader("X-Key", config.Token)`, `upstream.APIKeyQuery("key", config.Token)`, `upstream.APIKeyCookie("key", config.Token)`,
		`MaxResponse: 1048576`, `fmt.Errorf("upstream weather: %w", err)`,
	} {
		if !strings.Contains(source, want) {
			t.Errorf("there is no %s in\n%s", want, source)
		}
	}
}
