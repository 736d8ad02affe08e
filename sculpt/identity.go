package sculpt

import (
	"path/filepath"

	"github.com/google/uuid"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/tool"
	"github.com/nactgen/nactgen/versions/lock"
)

// readLock reads what is published. Tools that give no ID get theirs from there.
func readLock(m *manifest.Manifest, found *diag.List) *lock.File {
	f, list := lock.Read(m.Files, lock.Path(m.File))
	*found = append(*found, list...)
	if f == nil {
		return new(lock.File)
	}
	if f.Missing {
		misnamedLock(m, found)
	}
	return f
}

// misnamedLock reports that what is published of a manifest without a lock file stands in a file with the name that other
// manifests' lock files have: nothing would be held to it.
func misnamedLock(m *manifest.Manifest, found *diag.List) {
	path := filepath.Join(m.Folder(), lock.Name)
	if path == lock.Path(m.File) {
		return
	}
	other, list := lock.Read(m.Files, path)
	if other == nil || list.HasErrors() {
		return // whose it is cannot be said
	}
	for _, t := range m.Tools {
		if own := other.ToolByName(t.Name.V); own != nil {
			found.ErrorAt(t.Name, "other-lock", "%s is published in %s, and the lock file of this manifest is called %s; rename it, or move what is this manifest's", t.Name.V,
				lock.Name, filepath.Base(lock.Path(m.File)))
			return
		}
	}
}

// identities give the tools of a manifest their IDs, each of which no other tool may have.
type identities struct {
	service   string
	published *lock.File
	taken     map[string]string // the tools so far by their IDs
	found     *diag.List
}

// of returns the identity of a tool. If the manifest gives no ID, it is the one under which the tool is published, or a derived one.
func (i *identities) of(m *manifest.Tool) tool.Identity {
	id, at, derived := m.ID.V, m.ID, false
	if !at.Set {
		var published bool
		if id, published = i.published.ID(m.Name.V, m.Was.V); !published {
			id, derived = DerivedID(i.service, m.Name.V), true
		}
		at = m.Name
	}
	if other, taken := i.taken[id]; taken {
		i.found.ErrorAt(at, "duplicate-id", "the tools %s and %s have the same id %s; give one of them an id of its own", other, m.Name.V, id)
	} else {
		i.taken[id] = m.Name.V
	}
	return tool.Identity{ID: id, Derived: derived, Older: i.older(id, m.Version.V)}
}

// DerivedID is the id of a tool whose manifest gives none: a UUID made of the names of service and tool (RFC 9562, version 5).
func DerivedID(service, tool string) string {
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte("nactgen:"+service+"/"+tool)).String()
}

// older returns the published versions of a tool before its own.
func (i *identities) older(id string, version int64) []nact.Signature {
	published := i.published.ToolByID(id)
	if published == nil {
		return nil
	}
	var older []nact.Signature
	for _, v := range published.Versions {
		if int64(v.Number) < version {
			older = append(older, v.Signature)
		}
	}
	return older
}

// lockEntries are the tools as the lock sees them.
func lockEntries(tools []*tool.Checked) []lock.Entry {
	return lists.Map(tools, func(t *tool.Checked) lock.Entry {
		m := t.Manifest
		return lock.Entry{
			Signature: t.Plan.Signature, Was: m.Was.V, Withdrawn: m.Withdrawn.V, Disabled: m.Disabled.V,
			Marks: lock.Marks{
				Name: mark(m, m.Name), ID: mark(m, m.ID), Version: mark(m, m.Version), Was: mark(m, m.Was), Withdrawn: mark(m, m.Withdrawn),
				Disabled: mark(m, m.Disabled),
			},
		}
	})
}

// mark is where a value of a tool stands, or the tool's name if it is not written.
func mark[T any](m *manifest.Tool, v manifest.Value[T]) lock.Mark {
	if !v.Set {
		return lock.Mark{Pos: m.Name.Pos, Length: m.Name.Length}
	}
	return lock.Mark{Pos: v.Pos, Length: v.Length}
}
