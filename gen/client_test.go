package gen

import (
	"strings"
	"testing"

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
		{Kind: plan.APIKeyHeader, Name: "X-Key", Secret: token},
		{Kind: plan.APIKeyQuery, Name: "key", Secret: token},
		{Kind: plan.APIKeyCookie, Name: "key", Secret: token},
		{Kind: plan.Basic, Username: choice, Secret: token},
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
