package docdiff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

const (
	generateAnew = "generate anew and deploy: the service that runs still does it the old way"
	changeStep   = "change the step"
)

// operation compares one operation as a step uses it.
type operation struct {
	*judge
	plan     *plan.Operation
	old, new *spec.Operation
}

func (o *operation) at() pair { return pair{o.old.Pos, o.new.Pos} }

func (o *operation) deprecated() {
	if o.new.Deprecated && !o.old.Deprecated {
		o.warns("operation-deprecated", o.at(), "look for what replaces it before it goes", "%s is deprecated", o.plan.ID)
	}
}

// server compares the base URL, where the document decides it.
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

// ends is what a tool does at an error.
func ends(r plan.ErrorRule) string {
	if r.Fail == "" {
		return "goes on with a stand-in"
	}
	return "fails with " + r.Fail
}

// declared is the answer that an operation declares for a status, or nil.
func declared(op *spec.Operation, status string) *spec.Response {
	if i := slices.IndexFunc(op.Responses, func(r *spec.Response) bool { return r.Status == status }); i >= 0 {
		return op.Responses[i]
	}
	return nil
}
