package lint

import (
	"net/url"
	"path/filepath"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/spec"
)

// overlays warns of what overlays say without effect. The standard allows it, so that one overlay fits several revisions of a document; an
// author who made a slip in a target would not be told otherwise.
func (l *linter) overlays() {
	once := &onceAt{found: &l.found, seen: map[spec.Position]bool{}} // upstreams may share an overlay
	for _, u := range l.Manifest.Upstreams {
		d := l.Documents[u.Name.V]
		if d == nil {
			continue
		}
		for _, o := range d.Overlays() {
			if !d.StandIn && extendsAnother(d, o) {
				once.warnf(o.Pos, "overlay-extends", "the overlay says that it is for %s, and the manifest applies it to %s; correct whichever is wrong", diag.Quote(o.Extends), d.File())
			}
			for _, a := range o.Actions {
				switch {
				case a.Matches == 0:
					once.warnf(a.Pos, "overlay-target", "%s selects nothing of the document %s, so that the action changes nothing; correct the target, or delete the action", a.Target, d.File())
				case a.Doubt != "":
					once.warnf(a.Pos, "overlay-action", "%s", a.Doubt)
				}
			}
		}
	}
}

// onceAt warns once of each place.
type onceAt struct {
	found *diag.List
	seen  map[spec.Position]bool
}

func (o *onceAt) warnf(pos spec.Position, rule, format string, args ...any) {
	if !o.seen[pos] {
		o.seen[pos] = true
		o.found.Warnf(diag.Position(pos), 1, rule, format, args...)
	}
}

// extendsAnother reports whether an overlay names another file than the document. An address is taken for that of the vendor, of which the file is
// a copy.
func extendsAnother(d *document.Document, o spec.Applied) bool {
	named, err := url.Parse(o.Extends)
	if err != nil || named.Scheme != "" || named.Host != "" || named.Path == "" {
		return false
	}
	path := filepath.FromSlash(named.Path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(o.File), path)
	}
	return path != filepath.Clean(d.File())
}
