package plandiff_test

import (
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/review/plandiff"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestAccess: a change after which somebody may call a tool who could not comes first; one that asks more of callers is ordinary.
func TestAccess(t *testing.T) {
	service := func(by []string, access *nact.Access) *plan.Plan {
		p := &plan.Plan{Tools: []*plan.Tool{{Signature: nact.Signature{Name: "read"}, Access: access}}}
		if by != nil {
			p.Access = &plan.Access{By: by}
		}
		return p
	}
	keys, both := []string{"api_keys"}, []string{"api_keys", "oidc"}
	scopes := func(names ...string) *nact.Access { return &nact.Access{Scopes: names} }
	change := func(kind plandiff.Kind, tool, place, before, after string) []plandiff.Change {
		return []plandiff.Change{{Severity: kind.Severity(), Kind: kind, Tool: tool, Place: place, Before: before, After: after}}
	}
	tests := []struct {
		name         string
		older, newer *plan.Plan
		want         []plandiff.Change
	}{
		{"nothing", service(keys, scopes("a", "b")), service(keys, scopes("b", "a")), nil},
		{"a scope less", service(keys, scopes("a", "b")), service(keys, scopes("a")), change(plandiff.AccessWeakened, "read", "access", "a b", "a")},
		{"another scope", service(keys, scopes("a")), service(keys, scopes("b")), change(plandiff.AccessWeakened, "read", "access", "a", "b")},
		{"no scope", service(keys, scopes("a")), service(keys, scopes()), change(plandiff.AccessWeakened, "read", "access", "a", "any known caller")},
		{"public", service(keys, scopes()), service(keys, nil), change(plandiff.AccessWeakened, "read", "access", "any known caller", "anybody")},
		{"nobody is asked", service(keys, scopes("a")), service(nil, nil), change(plandiff.AccessWeakened, "read", "access", "a", "anybody")},
		{"a scope more", service(keys, scopes("a")), service(keys, scopes("a", "b")), change(plandiff.AccessTightened, "read", "access", "a", "a b")},
		{"somebody is asked", service(nil, nil), service(keys, scopes()), change(plandiff.AccessTightened, "read", "access", "anybody", "any known caller")},
		{"another way in", service(keys, scopes()), service(both, scopes()), change(plandiff.AccessWeakened, "", "access.by", "api_keys", "api_keys, oidc")},
		{"a way less", service(both, scopes()), service(keys, scopes()), change(plandiff.AccessTightened, "", "access.by", "api_keys, oidc", "api_keys")},
		{"a new tool", &plan.Plan{Access: &plan.Access{By: keys}}, service(keys, scopes("a")), nil},
		{"a new tool that is public", &plan.Plan{Access: &plan.Access{By: keys}}, service(keys, nil), change(plandiff.AccessWeakened, "read", "access", "", "anybody")},
		{"a new tool of a service that asks nobody", &plan.Plan{}, service(nil, nil), nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := plandiff.Compare(test.older, test.newer); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v\nwant %+v", got, test.want)
			}
		})
	}
}
