package lock

import (
	"cmp"
	"fmt"
	"slices"
)

// Publish returns a copy of a file with everything added that is new in the manifest, and a line for the author on each
// addition; there are none if everything is published. If [Check] finds errors, it returns the first of them: callers
// should show the findings of Check before.
func Publish(f *File, entries []Entry) (changed *File, published []string, err error) {
	if errors := Check(f, entries).Errors(); len(errors) > 0 {
		return nil, nil, fmt.Errorf("lock: not published: %v", errors[0])
	}
	p := &publisher{file: f.clone()}
	for i := range entries {
		p.entry(&entries[i])
	}
	slices.SortFunc(p.file.Tools, func(a, b *Tool) int { return cmp.Compare(a.Name, b.Name) })
	return p.file, p.published, nil
}

// clone copies everything that publishing changes.
func (f *File) clone() *File {
	c := &File{Tools: slices.Clone(f.Tools)}
	for i, t := range c.Tools {
		copied := *t
		copied.Was, copied.Versions = slices.Clone(t.Was), slices.Clone(t.Versions)
		c.Tools[i] = &copied
	}
	return c
}

type publisher struct {
	file      *File
	published []string
}

func (p *publisher) note(format string, args ...any) {
	p.published = append(p.published, fmt.Sprintf(format, args...))
}

func (p *publisher) entry(e *Entry) {
	t := p.file.ToolByID(e.Signature.ToolID)
	if t == nil {
		t = &Tool{Name: e.Signature.Name, ID: e.Signature.ToolID}
		p.file.Tools = append(p.file.Tools, t)
	}
	if t.Name != e.Signature.Name {
		p.note("%s is called %s now", t.Name, e.Signature.Name)
		t.Was = append(t.Was, t.Name)
		t.Was = slices.DeleteFunc(t.Was, func(former string) bool { return former == e.Signature.Name })
		t.Name = e.Signature.Name
	}
	if len(t.Versions) == 0 || t.Newest().Number < e.Signature.Version {
		p.version(t, newVersion(e.Signature))
	}
	if t.Withdrawn != e.Withdrawn {
		t.Withdrawn = e.Withdrawn
		p.note("%s is %s", t.Name, e.availability())
	}
}

func (p *publisher) version(t *Tool, v *Version) {
	if len(t.Versions) == 0 {
		p.note("%s version %d, a new tool", t.Name, v.Number)
	} else {
		p.note("%s version %d%s", t.Name, v.Number, changes(t.Newest(), v))
	}
	t.Versions = append(t.Versions, v)
}

// changes describes the differences of a version from the one before, for the end of a line.
func changes(before, v *Version) string {
	differences := against(before, v.Signature)
	if len(differences) == 0 {
		return ", which changes nothing"
	}
	return ": " + sentence(differences)
}
