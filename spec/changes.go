package spec

import (
	"fmt"
	"log/slog"

	"github.com/pb33f/libopenapi"
	"github.com/pb33f/libopenapi/datamodel"
	lowv3 "github.com/pb33f/libopenapi/datamodel/low/v3"
	changed "github.com/pb33f/libopenapi/what-changed/model"
)

// maxCompared is the size in bytes of the largest document that [Changes]
// compares: it holds two whole models in memory.
const maxCompared = 32 << 20

// ChangeSummary counts what differs between two documents.
type ChangeSummary struct {
	Areas []AreaChanges // those that differ, in the order in which a document has them
}

// AreaChanges counts the changes in one top-level part of a document.
type AreaChanges struct {
	Name                     string // info, servers, paths, components, ...
	Added, Removed, Modified int
	Breaking                 int // those of them that can break some client
}

// Total returns the sum over all areas, named "total".
func (s *ChangeSummary) Total() AreaChanges {
	total := AreaChanges{Name: "total"}
	for _, a := range s.Areas {
		total.Added += a.Added
		total.Removed += a.Removed
		total.Modified += a.Modified
		total.Breaking += a.Breaking
	}
	return total
}

// Changes counts what differs between two documents, whoever uses it: every
// operation, component and text, as libopenapi's what-changed sees it. Only
// the documents' own files are compared, not those that they refer to.
//
// Unlike the rest of this package it has libopenapi model both documents whole,
// as they are, which takes seconds for the largest that are published. An error
// means that one of them cannot be modelled. But libopenapi works in goroutines
// of its own, and some documents end the program there or hang it: an example
// in another file is enough. Call Changes in a process that may end, unless
// both documents are known to pass.
func Changes(before, after *Document) (summary *ChangeSummary, err error) {
	defer func() {
		if r := recover(); r != nil {
			summary, err = nil, fmt.Errorf("the documents cannot be compared: %v", r)
		}
	}()
	l, err := before.whole()
	if err != nil {
		return nil, err
	}
	r, err := after.whole()
	if err != nil {
		return nil, err
	}
	return summarize(changed.CompareDocuments(l, r)), nil
}

// whole models the document's own file as a whole. What is wrong in parts of
// it, libopenapi leaves out.
func (d *Document) whole() (*lowv3.Document, error) {
	if len(d.main.data) > maxCompared {
		return nil, errorAt(Position{File: d.main.name}, "the document is larger than %d MiB, too large to compare as a whole", maxCompared>>20)
	}
	config := datamodel.NewDocumentConfiguration()
	config.Logger = slog.New(slog.DiscardHandler)
	config.SkipExternalRefResolution = true
	config.IgnorePolymorphicCircularReferences = true
	config.IgnoreArrayCircularReferences = true
	document, err := libopenapi.NewDocumentWithConfiguration(d.main.data, config)
	if err != nil {
		return nil, errorAt(Position{File: d.main.name}, "the document cannot be modelled as a whole: %v", err)
	}
	model, err := document.BuildV3Model()
	if model == nil {
		return nil, errorAt(Position{File: d.main.name}, "the document cannot be modelled as a whole: %v", err)
	}
	return model.Model.GoLow(), nil
}

// summarize counts the changes of a comparison. It is nil if there are none.
func summarize(changes *changed.DocumentChanges) *ChangeSummary {
	s := &ChangeSummary{}
	if changes == nil {
		return s
	}
	if changes.PropertyChanges != nil {
		s.count("document", changes.PropertyChanges.Changes)
	}
	if c := changes.InfoChanges; c != nil {
		s.count("info", c.GetAllChanges())
	}
	s.count("servers", all(changes.ServerChanges))
	s.count("security", all(changes.SecurityRequirementChanges))
	s.count("tags", all(changes.TagChanges))
	if c := changes.PathsChanges; c != nil {
		s.count("paths", c.GetAllChanges())
	}
	for _, c := range changes.WebhookChanges {
		s.count("webhooks", c.GetAllChanges())
	}
	if c := changes.ComponentsChanges; c != nil {
		s.count("components", c.GetAllChanges())
	}
	return s
}

// all joins the changes of the parts of an area.
func all[T interface{ GetAllChanges() []*changed.Change }](parts []T) []*changed.Change {
	var changes []*changed.Change
	for _, p := range parts {
		changes = append(changes, p.GetAllChanges()...)
	}
	return changes
}

// count adds changes to an area.
func (s *ChangeSummary) count(name string, changes []*changed.Change) {
	if len(changes) == 0 {
		return
	}
	if n := len(s.Areas); n == 0 || s.Areas[n-1].Name != name {
		s.Areas = append(s.Areas, AreaChanges{Name: name})
	}
	a := &s.Areas[len(s.Areas)-1]
	for _, c := range changes {
		switch c.ChangeType {
		case changed.PropertyAdded, changed.ObjectAdded:
			a.Added++
		case changed.PropertyRemoved, changed.ObjectRemoved:
			a.Removed++
		default:
			a.Modified++
		}
		if c.Breaking {
			a.Breaking++
		}
	}
}
