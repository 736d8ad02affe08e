// Package rules explains the findings: for each name of a rule what it means, why it matters and how to mend it, with a wrong and a
// right example. The texts are the pages in the folder pages, a file for each area.
//
// It imports next to nothing, so that whatever has to know which rules there are can ask it.
package rules

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Area is what one page is about: findings that belong together.
type Area struct {
	Title string
	Rules []*Rule
}

// Rule is what can be said of all findings that carry its name. It must not be changed.
type Rule struct {
	Name       string // as [diag.Diagnostic] has it
	Area       string // the title of its area
	Severities []diag.Severity
	Title      string   // what is wrong, in a few words
	Text       []string // paragraphs: what it means, why it matters, how to mend it
	Published  []File   // what nactgen lock has published before, one after the other; empty where that does not matter
	Wrong      []File   // empty if Without says why there is no example
	Findings   string   // what is said of Wrong, a line each: line:column: message
	Right      []File   // the same without a finding
	Without    string   // why there is no example; empty if there is one
}

// File is a file of an example, or the part of it that matters.
type File struct {
	Name     string // empty for a part of the manifest; the rest of it is the same in all examples
	Language string // as in a fence of Markdown
	Text     string
}

// Warns reports whether findings of the rule can be warnings.
func (r *Rule) Warns() bool { return slices.Contains(r.Severities, diag.Warning) }

// Fails reports whether findings of the rule can be errors.
func (r *Rule) Fails() bool { return slices.Contains(r.Severities, diag.Error) }

// Severity returns "error", "warning", or "error or warning".
func (r *Rule) Severity() string {
	var words []string
	for _, s := range r.Severities {
		words = append(words, s.String())
	}
	return strings.Join(words, " or ")
}

//go:embed pages/*.md
var pages embed.FS

// areas parses the pages once. That they can be parsed is tested.
var areas = sync.OnceValue(func() []Area {
	files, err := fs.Glob(pages, "pages/*.md")
	if err != nil {
		panic(err)
	}
	var all []Area
	for _, file := range files {
		text, err := pages.ReadFile(file)
		if err != nil {
			panic(err)
		}
		area, err := parse(file, string(text))
		if err != nil {
			panic(err)
		}
		all = append(all, area)
	}
	return all
})

// Areas returns all areas with their rules, in the order of a manifest's life.
func Areas() []Area { return slices.Clone(areas()) }

// byName are all rules, sorted by name.
var byName = sync.OnceValue(func() []*Rule {
	var all []*Rule
	for _, area := range areas() {
		all = append(all, area.Rules...)
	}
	slices.SortFunc(all, func(a, b *Rule) int { return strings.Compare(a.Name, b.Name) })
	return all
})

// Names returns the names of all rules, sorted.
func Names() []string {
	var names []string
	for _, r := range byName() {
		names = append(names, r.Name)
	}
	return names
}

// Find returns the rule of a name, or nil if there is none.
func Find(name string) *Rule {
	i, ok := slices.BinarySearchFunc(byName(), name, func(r *Rule, name string) int { return strings.Compare(r.Name, name) })
	if !ok {
		return nil
	}
	return byName()[i]
}
