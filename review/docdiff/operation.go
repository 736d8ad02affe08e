package docdiff

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/security"
	"github.com/nactgen/nactgen/spec"
)

const (
	generateAnew = "generate anew and deploy: the service that runs still does it the old way"
	changeStep   = "change the step"
)

// operation compares the parts of an operation that a step uses.
type operation struct {
	*judge
	plan     *plan.Operation
	old, new *spec.Operation
}

func (o *operation) at() pair { return pair{o.old.Pos, o.new.Pos} }

// server compares the base URLs of an upstream, unless the manifest states one.
func (j *judge) server(u *plan.Upstream, before, after *spec.Document) {
	if j.servers[u.Name] || j.serverGiven(u.Name) {
		return
	}
	j.servers[u.Name] = true
	old, new := before.Servers(), after.Servers()
	if len(old) == 0 || len(new) == 0 {
		return // generation asks for one
	}
	if now := strings.TrimRight(new[0].URL, "/"); now != u.Server {
		j.breaks("server", pair{old[0].Pos, new[0].Pos}, generateAnew+"; or keep the old one with server: "+u.Server,
			"the server of the upstream %s was %s and is %s", u.Name, u.Server, now)
	}
}

// serverGiven reports whether the manifest says where the upstream is.
func (j *judge) serverGiven(name string) bool {
	for _, u := range j.comparison.manifest.Upstreams {
		if u.Name.V == name {
			return u.Server.Set
		}
	}
	return false
}

// errorStatuses compares the statuses that on_error waits for.
func (o *operation) errorStatuses(s *plan.Step) {
	for _, rule := range s.OnError {
		for _, cause := range rule.Causes {
			if cause.Status == 0 {
				continue
			}
			status := strconv.Itoa(cause.Status)
			old := declared(o.old, status)
			if old == nil || declared(o.new, status) != nil || declared(o.new, status[:1]+"XX") != nil || declared(o.new, "default") != nil {
				continue
			}
			o.warns("error-status", pair{old.Pos, o.new.Pos}, "see which status the API answers now where the tool "+ends(rule),
				"%s no longer declares the status %s, which on_error waits for", o.plan.ID, status)
		}
	}
}

// ends describes what a rule does about an error.
func ends(r plan.ErrorRule) string {
	if r.Fail == "" {
		return "goes on with a stand-in"
	}
	return "fails with " + r.Fail
}

// declared returns the answer that an operation declares for exactly this status, or nil.
func declared(op *spec.Operation, status string) *spec.Response {
	if i := slices.IndexFunc(op.Responses, func(r *spec.Response) bool { return r.Status == status }); i >= 0 {
		return op.Responses[i]
	}
	return nil
}

// security compares the security requirements of the operation. A change is reported only if the service does not meet the new ones, or needs further
// scopes.
func (o *operation) security(before, after *spec.Document) {
	wasSchemes, _ := before.SecuritySchemes() // generation says what is wrong with one that the manifest names
	isSchemes, _ := after.SecuritySchemes()
	was, is := security.Describe(o.old.Security, wasSchemes), security.Describe(o.new.Security, isSchemes)
	sent := security.Sent(o.plan.Upstream, o.old, wasSchemes)
	sends := security.Sent(o.plan.Upstream, o.new, isSchemes)
	switch {
	case was == is && sameCredentials(sent, sends):
	case !sameCredentials(sent, sends) && security.Met(o.plan.Upstream, o.new.Security, isSchemes):
		o.warns("security-sent", o.at(), "see that this is meant, and generate anew",
			"%s asked for %s and asks for %s: of the credentials of the upstream %s it is sent %s instead of %s", o.plan.ID, cmp.Or(was, "none"), cmp.Or(is, "none"),
			o.plan.Upstream.Name, sentText(sends), sentText(sent))
	case security.Free(o.new.Security):
	case !security.Met(o.plan.Upstream, o.new.Security, isSchemes):
		rule, change := "security-changed", "asked for "+was+" and asks for "+is
		if security.Free(o.old.Security) {
			rule, change = "security-added", "asks for "+is+" now"
		}
		o.breaks(rule, o.at(), "give the upstream "+o.plan.Upstream.Name+" what is asked for, with auth; where auth names a scheme already, generate anew",
			"%s %s", o.plan.ID, change)
	case slices.ContainsFunc(scopes(o.new.Security), func(scope string) bool { return !slices.Contains(scopes(o.old.Security), scope) }):
		o.warns("security-scopes", o.at(), "see that the token of the upstream "+o.plan.Upstream.Name+" has the scopes",
			"%s asks for %s now", o.plan.ID, is)
	}
}

// sameCredentials reports whether two lists of [security.Sent] come to the same.
func sameCredentials(a, b []string) bool {
	return (a == nil) == (b == nil) && slices.Equal(a, b)
}

func sentText(schemes []string) string {
	switch {
	case schemes == nil:
		return "all"
	case len(schemes) == 0:
		return "none that is named by its scheme"
	}
	return strings.Join(schemes, " and ")
}

// scopes lists the scopes of all alternatives.
func scopes(requirements []spec.Requirement) []string {
	var all []string
	for _, r := range requirements {
		for _, use := range r {
			all = append(all, use.Scopes...)
		}
	}
	return all
}
