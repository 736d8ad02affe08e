package sculpt

import (
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/lock"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Publication is what stands in the lock file beside a manifest, and what would stand there if its tools were published.
type Publication struct {
	Lock  *lock.File
	Tools []lock.Entry // in the manifest's order
}

// readLock reads what is published. Tools that give no ID get theirs from there.
func (c *checker) readLock() {
	f, found := lock.Read(lock.Path(c.manifest.File))
	c.list = append(c.list, found...)
	if f == nil {
		f = new(lock.File)
	}
	c.publication = &Publication{Lock: f}
}

// checkLock holds the tools against what is published. A tool in which something else is wrong may seem to break what it
// published, so it does not speak of manifests with errors; nor of one tool alone, beside which all others are gone.
func (c *checker) checkLock() {
	p := c.publication
	for _, t := range c.tools {
		p.Tools = append(p.Tools, t.entry())
	}
	if c.options.Unlocked || c.options.Tool != "" || c.list.HasErrors() {
		return
	}
	c.list = append(c.list, lock.Check(p.Lock, p.Tools)...)
}

// entry is the tool as the lock sees it.
func (t *toolChecker) entry() lock.Entry {
	m := t.tool
	return lock.Entry{
		Signature: t.plan.Signature, Was: m.Was.V, Withdrawn: m.Withdrawn.V,
		Marks: lock.Marks{
			Name: mark(m, m.Name), ID: mark(m, m.ID), Version: mark(m, m.Version), Was: mark(m, m.Was), Withdrawn: mark(m, m.Withdrawn),
		},
	}
}

// mark is where a value of a tool stands, or the tool's name if it is not written.
func mark[T any](m *manifest.Tool, v manifest.Value[T]) lock.Mark {
	if !v.Set {
		return lock.Mark{Pos: m.Name.Pos, Length: m.Name.Length}
	}
	return lock.Mark{Pos: v.Pos, Length: v.Length}
}

// unwrittenID is the ID of a tool whose manifest gives none: the one under which it is published, or a derived one.
func (t *toolChecker) unwrittenID() (id string, derived bool) {
	if id, published := t.publication.Lock.ID(t.plan.Name, t.tool.Was.V); published {
		return id, false
	}
	return DerivedID(t.checker.plan.Service.Name, t.plan.Name), true
}

// older returns the published versions before the tool's own.
func (t *toolChecker) older() []nact.Signature {
	published := t.publication.Lock.ToolByID(t.plan.ID)
	if published == nil {
		return nil
	}
	var older []nact.Signature
	for _, v := range published.Versions {
		if int64(v.Number) < t.plan.Version {
			older = append(older, v.Signature)
		}
	}
	return older
}

// withdrawal is how a tool is withdrawn, or nil.
func withdrawal(m *manifest.Tool) *plan.Withdrawal {
	if !m.Withdrawn.V {
		return nil
	}
	return &plan.Withdrawal{Since: m.Since.V, Sunset: m.Sunset.V}
}
