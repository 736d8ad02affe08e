package callers

import (
	"net/http"
	"slices"
	"sync"

	"github.com/nactgen/nactgen/nact"
)

// maxViews is how many views are kept. There are as many as sets of scopes that callers have: a few, mostly. What has been made of a view, such as its
// pages, is made again if it was dropped.
const maxViews = 64

// view is what the callers with some of the scopes see.
type view struct {
	handler func() (http.Handler, error) // made when it is first asked for
	asked   uint64                       // when it was last asked for
}

// handler returns the handler of what a caller sees. Without a caller, nobody has proved anything.
func (g *Gate) handler(caller *nact.Caller) (http.Handler, error) {
	name := g.nameOf(make([]byte, 0, 256), caller)
	g.mu.Lock()
	g.asked++
	v := g.views[string(name)]
	if v == nil {
		v = g.newView(string(name), caller)
	}
	v.asked = g.asked
	g.mu.Unlock()
	return v.handler()
}

// newView adds a view, in the place of the one that nobody has asked for for longest if there are too many.
func (g *Gate) newView(name string, caller *nact.Caller) *view {
	if len(g.views) == maxViews {
		oldest, last := "", g.asked
		for n, v := range g.views {
			if v.asked < last {
				oldest, last = n, v.asked
			}
		}
		delete(g.views, oldest)
	}
	v := &view{handler: sync.OnceValues(func() (http.Handler, error) { return g.serveView(name, caller) })}
	g.views[name] = v
	return v
}

func (g *Gate) serveView(name string, caller *nact.Caller) (http.Handler, error) {
	tools := slices.Clone(g.tools)
	for i := range tools {
		g.deny(&tools[i], caller)
	}
	return g.serve(&nact.View{Name: name, Describe: g.describe}, tools)
}

// deny denies a tool if a caller may not call it.
func (g *Gate) deny(t *nact.Tool, caller *nact.Caller) {
	if !permits(caller, t.Access) {
		t.Denied = g.denial(caller == nil, t.Access)
	}
}
