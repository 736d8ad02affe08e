package lock

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/versions/sigdiff"
)

// Entry is a tool as the manifest has it now.
type Entry struct {
	Signature nact.Signature
	Was       string // the name under which it was published before, or empty
	Withdrawn bool
	Disabled  bool // it is not generated

	Marks Marks
}

// Marks are the positions of the parts of an entry in the manifest. A key that is not written has the position of the tool's name.
type Marks struct{ Name, ID, Version, Was, Withdrawn, Disabled Mark }

// Check compares the tools of a manifest with what is published, and returns every error, sorted: a published version
// that changed, a new one that breaks the one before it, a version number that goes back, a tool that is gone, an ID or a
// name that belongs to another tool. That something is not published yet is no error: see [Unpublished]. A withdrawn tool
// that is gone gets a warning. A disabled tool counts as gone.
func Check(f *File, entries []Entry) diag.List {
	c := &checker{file: f, accounted: map[*Tool]bool{}, ids: map[string]string{}}
	for i := range entries {
		if e := &entries[i]; e.Disabled {
			c.disabled(e)
		} else {
			c.entry(e)
		}
	}
	for _, t := range f.Tools {
		c.gone(t)
		c.chain(t)
	}
	c.found.Sort()
	return c.found
}

// Unpublished returns an error for everything in the manifest that is not published yet, sorted. Tools in which [Check]
// finds errors are left to that.
func Unpublished(f *File, entries []Entry) diag.List {
	var found diag.List
	for i := range entries {
		e := &entries[i]
		at := e.Marks.Version
		t := f.ToolByID(e.Signature.ToolID)
		switch {
		case t == nil || t.Newest().Number < e.Signature.Version:
			found.Errorf(at.Pos, at.Length, "unpublished", "version %d of %s is not published; run nactgen lock", e.Signature.Version, e.Signature.Name)
		case t.Withdrawn != e.Withdrawn:
			at = e.Marks.Withdrawn
			found.Errorf(at.Pos, at.Length, "unpublished", "that %s is %s is not published; run nactgen lock", e.Signature.Name, e.availability())
		}
	}
	found.Sort()
	return found
}

// availability says whether agents find the tool.
func (e *Entry) availability() string {
	if e.Withdrawn {
		return "withdrawn"
	}
	return "no longer withdrawn"
}

type checker struct {
	file      *File
	found     diag.List
	accounted map[*Tool]bool    // published tools that an entry has the ID or a name of
	ids       map[string]string // names of entries by their IDs
}

func (c *checker) errorf(at Mark, rule, format string, args ...any) {
	c.found.Errorf(at.Pos, at.Length, rule, format, args...)
}

// entry finds out which published tool an entry is, and compares the two.
func (c *checker) entry(e *Entry) {
	name := e.Signature.Name
	if other, taken := c.ids[e.Signature.ToolID]; taken {
		c.errorf(e.Marks.ID, "duplicate-id", "%s has the ID of %s; give one of them an ID of its own", name, other)
		return
	}
	c.ids[e.Signature.ToolID] = name
	byID, byName, byWas := c.file.ToolByID(e.Signature.ToolID), c.file.ToolByName(name), c.file.ToolByName(e.Was)
	for _, t := range []*Tool{byID, byName, byWas} {
		c.accounted[t] = true
	}
	switch {
	case byID != nil && byID.Name == name:
		c.sameName(e, byID)
	case byID != nil && byName == nil && byID == byWas:
		c.newName(e, byID)
		c.version(e, byID)
	case byName != nil:
		c.errorf(e.Marks.ID, "id-changed", "%s is published with the ID %s, and a tool keeps its ID; say id: %s, or leave it out", name, byName.ID, byName.ID)
	case byID != nil:
		c.errorf(e.Marks.ID, "id-taken", "the ID %s is that of the published tool %s, and an ID is never used again; say was: %s if this is that tool with a new name, or give it another ID",
			e.Signature.ToolID, byID.Name, byID.Name)
	default:
		c.newTool(e, byWas)
	}
}

// disabled reports an entry that is published: nobody could call it.
func (c *checker) disabled(e *Entry) {
	for _, t := range []*Tool{c.file.ToolByID(e.Signature.ToolID), c.file.ToolByName(e.Signature.Name), c.file.ToolByName(e.Was)} {
		if t == nil || c.accounted[t] {
			continue
		}
		c.accounted[t] = true
		if at := e.Marks.Disabled; t.Withdrawn {
			c.found.Warnf(at.Pos, at.Length, "tool-gone", "the withdrawn tool %s is disabled: nobody can call its published versions any longer", t.Name)
		} else {
			c.errorf(at, "tool-gone", "the published tool %s is disabled, and its versions must stay callable; enable it, with withdrawn: true if agents shall no longer find it", t.Name)
		}
	}
}

func (c *checker) sameName(e *Entry, t *Tool) {
	if e.Was != "" && !slices.Contains(t.Was, e.Was) {
		c.errorf(e.Marks.Was, "unknown-name", "%s was never published as %q, so leave was out%s", t.Name, e.Was, diag.DidYouMean(e.Was, t.Was))
	}
	c.version(e, t)
}

// newTool checks an entry whose ID and name are both new.
func (c *checker) newTool(e *Entry, was *Tool) {
	c.newName(e, nil)
	switch {
	case was != nil:
		c.errorf(e.Marks.ID, "id-changed", "%s is published with the ID %s, and keeps it under a new name; say id: %s, or leave it out", was.Name, was.ID, was.ID)
	case e.Was != "":
		c.errorf(e.Marks.Was, "unknown-name", "no tool is published as %q, so leave was out%s", e.Was, diag.DidYouMean(e.Was, c.names()))
	}
}

// newName checks that no tool but the entry's own was ever called so.
func (c *checker) newName(e *Entry, own *Tool) {
	name := e.Signature.Name
	former := c.file.find(func(t *Tool) bool { return slices.Contains(t.Was, name) })
	if former != nil && former != own {
		c.errorf(e.Marks.Name, "name-taken", "%s was the name of the published tool %s, whose older versions still go by it; choose another", name, former.Name)
	}
}

func (c *checker) names() []string {
	var names []string
	for _, t := range c.file.Tools {
		names = append(names, t.Name)
	}
	return names
}

// version compares an entry with the newest version of the tool that it is.
func (c *checker) version(e *Entry, t *Tool) {
	newest, number := t.Newest(), e.Signature.Version
	differences := against(newest, e.Signature)
	breaks := sigdiff.Overall(breaking(differences)) == sigdiff.Breaking
	at := e.Marks.Version
	switch {
	case number < newest.Number && len(differences) == 0:
		c.errorf(at, "version-back", "version %d of %s is published, and this is the same; say version: %d", newest.Number, t.Name, newest.Number)
	case breaks && number == newest.Number:
		c.errorf(at, "breaking", "version %d of %s is published, and no version can break it: %s; undo that, or make it a new tool with a name of its own",
			number, t.Name, sentence(breaking(differences)))
	case breaks:
		c.errorf(at, "breaking", "version %d of %s breaks version %d, which is published: %s; undo that, or make it a new tool with a name of its own",
			number, t.Name, newest.Number, sentence(breaking(differences)))
	case number < newest.Number:
		c.errorf(at, "version-back", "version %d of %s is published already; say version: %d", newest.Number, t.Name, newest.Number+1)
	case number == newest.Number && len(differences) > 0:
		c.errorf(at, "locked", "version %d of %s is published, and what is published never changes: %s; say version: %d, or undo that",
			number, t.Name, sentence(differences), number+1)
	}
}

// gone reports a published tool that the manifest does not have.
func (c *checker) gone(t *Tool) {
	switch {
	case c.accounted[t]:
	case t.Withdrawn:
		c.found.Warnf(t.At.Pos, t.At.Length, "tool-gone", "the withdrawn tool %s is not in the manifest: nobody can call its published versions any longer", t.Name)
	case len(c.ids) > 0 && !slices.ContainsFunc(c.file.Tools, func(t *Tool) bool { return c.accounted[t] }):
		c.errorf(t.At, "tool-gone", "the published tool %s is not in the manifest, nor is any other of this file: if it is another manifest's, give it the name of that one (orders.lock beside orders.yaml); "+
			"otherwise put the tool back, with withdrawn: true if agents shall no longer find it, or say was: %s in the tool that it became", t.Name, t.Name)
	default:
		c.errorf(t.At, "tool-gone", "the published tool %s is not in the manifest, and its versions must stay callable; put it back, with withdrawn: true if agents "+
			"shall no longer find it, or say was: %s in the tool that it became", t.Name, t.Name)
	}
}

// chain reports a published version that breaks the one before it. Each alone was right: two branches published them.
func (c *checker) chain(t *Tool) {
	for i, v := range t.Versions[1:] {
		if broken := breaking(against(t.Versions[i], v.Signature)); len(broken) > 0 {
			c.errorf(v.At, "breaking", "version %d of %s breaks version %d: %s; they come from branches that did not know each other; take version %d out of %s, "+
				"make up for it in the manifest, and run nactgen lock again", v.Number, t.Name, t.Versions[i].Number, sentence(broken), v.Number, Name)
		}
	}
}

// against returns the differences of a signature from a version, the worst first. Its version number does not count.
func against(v *Version, s nact.Signature) []sigdiff.Difference {
	s.Version = v.Number + 1
	return sigdiff.WorstFirst(sigdiff.Compare(v.Signature, s))
}

// breaking returns the breaking differences, apart from a new name, which the author asks for with was.
func breaking(differences []sigdiff.Difference) []sigdiff.Difference {
	return slices.DeleteFunc(slices.Clone(differences), func(d sigdiff.Difference) bool {
		return d.Class != sigdiff.Breaking || d.Rule == sigdiff.RuleToolName
	})
}

// maxTold is how many differences a finding lists.
const maxTold = 4

// sentence joins differences.
func sentence(differences []sigdiff.Difference) string {
	var told []string
	for _, d := range differences[:min(len(differences), maxTold)] {
		told = append(told, d.Message)
	}
	if more := len(differences) - maxTold; more > 0 {
		told = append(told, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(told, "; ")
}
