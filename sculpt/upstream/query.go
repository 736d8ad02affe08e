package upstream

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/auth"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// inAuth is what to do with a secret, which query does not take.
const inAuth = "send a credential by auth: {type: api_key, in: query, name: ..., value: ...}, which keeps it out of logs, errors and recordings"

// query checks the parameters that are sent with every call.
func (c *checker) query() []plan.Constant {
	var constants []plan.Constant
	for _, q := range c.manifest.Query {
		name := q.Key.V
		if credentialParameter(name, c.document.Schemes()) {
			c.found.ErrorAt(q.Key, "query", "%s is a credential; %s", name, inAuth)
			continue
		}
		constants = append(constants, plan.Constant{Name: name, Value: c.header(q.Value)})
	}
	return constants
}

// customary are parameters that carry keys and tokens wherever they are used, and nothing else.
var customary = []string{"access_token", "api_key", "apikey", "client_secret"}

// credentialParameter reports whether what a parameter of the query holds is a credential: by custom, or as a scheme of the document has it.
func credentialParameter(name string, schemes []*spec.SecurityScheme) bool {
	return slices.ContainsFunc(customary, func(other string) bool { return strings.EqualFold(other, name) }) ||
		slices.ContainsFunc(schemes, func(s *spec.SecurityScheme) bool {
			return s.Type == "apiKey" && spec.Location(s.In) == spec.InQuery && s.Param == name
		})
}

// CheckQueries reports parameters of a query that are sent by a credential as well, or read a secret. Secrets are names of config values.
func CheckQueries(manifests []*manifest.Upstream, upstreams []*plan.Upstream, secrets []string, found *diag.List) {
	for i, u := range upstreams {
		for _, q := range manifests[i].Query {
			at := slices.IndexFunc(u.Query, func(sent plan.Constant) bool { return sent.Name == q.Key.V })
			if at < 0 {
				continue
			}
			if slices.ContainsFunc(u.Auth, func(c plan.Credential) bool { return c.In == auth.Query && c.Name == q.Key.V }) {
				found.ErrorAt(q.Key, "duplicate", "a credential is sent in the parameter %s of the query; leave it out here", q.Key.V)
			}
			for _, name := range secretsIn(u.Query[at].Value, secrets) {
				found.ErrorAt(q.Key, "secret", "config.%s is secret, and query is for what may be seen; %s", name, inAuth)
			}
		}
	}
}

// secretsIn returns which secrets a value reads. nil reads none.
func secretsIn(n ir.Node, secrets []string) []string {
	var read []string
	if n == nil {
		return nil
	}
	ir.Walk(n, func(n ir.Node) {
		if root, ok := n.(*ir.Root); ok && root.Kind == ir.ConfigRoot && slices.Contains(secrets, root.Name) && !slices.Contains(read, root.Name) {
			read = append(read, root.Name)
		}
	})
	return read
}
