package sculpt

import "github.com/nactgen/nactgen/sculpt/manifest"

// pins holds the documents against the sha256 that the manifest gives. The tools have been checked: what they reach of a
// document that is spread over several files has been read.
func (c *checker) pins() {
	incomplete := c.list.HasErrors()
	for _, m := range c.manifest.Upstreams {
		u := c.upstreams[m.Name.V]
		if u.document == nil || !u.called {
			continue
		}
		u.plan.SHA256 = u.document.Fingerprint()
		_, replaced := c.options.Documents[m.Name.V]
		if !m.SHA256.Set || u.plan.SHA256 == m.SHA256.V || replaced || c.options.Unpinned || c.options.Tool != "" {
			continue
		}
		spread := u.document.Spread()
		if !spread || !incomplete { // otherwise the fingerprint may lack files that were not reached
			c.errorf(m.SHA256, "pin", "the OpenAPI document %s%s is not the pinned one: it has the SHA-256 %s, the manifest pins %s; see what the change breaks with nactgen drift, and take it with nactgen generate --pin",
				m.OpenAPI.V, among(spread), u.plan.SHA256, m.SHA256.V)
		}
	}
}

func among(spread bool) string {
	if spread {
		return ", with the files of it that the tools reach,"
	}
	return ""
}

// only is the manifest without the other tools and without the upstreams that this one does not call.
func only(m *manifest.Manifest, tool string) *manifest.Manifest {
	alone := *m
	alone.Tools, alone.Upstreams = nil, nil
	called := map[string]bool{}
	for _, t := range m.Tools {
		if t.Name.V != tool {
			continue
		}
		alone.Tools = append(alone.Tools, t)
		for _, s := range t.Steps {
			upstream, _ := splitCall(s.Call.V)
			called[upstream] = true
		}
	}
	for _, u := range m.Upstreams {
		if called[u.Name.V] {
			alone.Upstreams = append(alone.Upstreams, u)
		}
	}
	return &alone
}
