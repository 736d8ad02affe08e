package importer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// Settle removes parts of tools until the manifest has no errors: for each error the smallest part around it that a tool can do without. The part becomes
// a comment with the error. Check returns the errors of a manifest. An error that is in no tool cannot be settled, and is returned.
func (im *Import) Settle(check func(text string) diag.List) error {
	for {
		text := im.Text()
		found := check(text)
		if len(found) == 0 {
			return nil
		}
		root, _ := arazzo.Parse("", []byte(text))
		removed := false
		for _, f := range found {
			if path := pathAt(root, f.Pos); len(path) > 1 && path[0] == "tools" {
				removed = im.remove(path[1:], f.Message)
			}
			if removed {
				break // the positions of the other errors no longer fit
			}
		}
		if !removed {
			return fmt.Errorf("no manifest can be made of it: %s", found[0])
		}
	}
}

// pathAt returns the keys and indexes that lead to the innermost value at a position.
func pathAt(n *arazzo.Node, pos diag.Position) []string {
	var path []string
	for n != nil {
		next := (*arazzo.Node)(nil)
		name := ""
		for _, f := range n.Fields {
			if !after(f.Pos, pos) {
				next, name = f.Value, f.Name
			}
		}
		for i, item := range n.Items {
			if !after(item.Pos, pos) {
				next, name = item, strconv.Itoa(i)
			}
		}
		if next != nil {
			path = append(path, name)
		}
		n = next
	}
	return path
}

// after reports whether a position comes after another one.
func after(p, than diag.Position) bool {
	return p.Line > than.Line || p.Line == than.Line && p.Column > than.Column
}

// remove removes the smallest removable part around a path, which begins with the name of a tool, or else the whole tool. It reports false if there is
// no such tool.
func (im *Import) remove(path []string, why string) bool {
	i := slices.IndexFunc(im.tools, func(e yamlout.Entry) bool { return e.Key == path[0] })
	if i < 0 {
		return false
	}
	tool := &im.tools[i]
	for n := len(path); n > 1; n-- {
		if removable(path[1:n]) && removeFrom(tool, path[1:n], why) {
			prune(tool)
			return true
		}
	}
	im.comments = append(im.comments, "left out: the workflow "+tool.Key+": "+comment(why))
	im.tools = slices.Delete(im.tools, i, i+1)
	return true
}

// removable reports whether a tool without this part still does what it says. Without its condition (when) a step would run where it must not, and
// without its whole body a write would be another one, so these are not removable.
func removable(path []string) bool {
	switch {
	case len(path) == 2:
		return path[0] == "outputs" || path[0] == "steps" || path[0] == "inputs"
	case len(path) == 3:
		return path[0] == "steps" && slices.Contains([]string{"poll", "retry", "timeout", "after"}, path[2])
	case len(path) == 4:
		return path[0] == "steps" && slices.Contains([]string{"with", "body", "expect", "on_error"}, path[2])
	}
	return false
}

// removeFrom removes the value to which a path leads from an entry, and comments on that above the mapping or list that it was in. It reports false if there
// is no such value.
func removeFrom(in *yamlout.Entry, path []string, why string) bool {
	switch v := in.Value.(type) {
	case yamlout.Mapping:
		i := slices.IndexFunc(v, func(e yamlout.Entry) bool { return e.Key == path[0] })
		if i < 0 || len(path) > 1 && !removeFrom(&v[i], path[1:], why) {
			return false
		}
		if len(path) > 1 && !isEmpty(v[i].Value) {
			return true
		}
		in.Comments = append(in.Comments, v[i].Comments...)
		if len(path) == 1 {
			in.Comments = append(in.Comments, removal(v[i].Key+": ", v[i].Value, why))
		}
		in.Value = slices.Delete(v, i, i+1)
		return true
	case yamlout.List:
		i, err := strconv.Atoi(path[0])
		if err != nil || i >= len(v) || len(path) > 1 {
			return false
		}
		in.Comments = append(in.Comments, removal("", v[i], why))
		in.Value = slices.Delete(v, i, i+1)
		return true
	}
	return false
}

// prune removes the failures of a tool that no step ends in any more.
func prune(tool *yamlout.Entry) {
	m := tool.Value.(yamlout.Mapping)
	used := map[string]bool{}
	for _, e := range m {
		if e.Key == "steps" {
			failures(e.Value, used)
		}
	}
	for i, e := range m {
		if declared, ok := e.Value.(yamlout.Mapping); ok && e.Key == "failures" {
			m[i].Value = slices.DeleteFunc(declared, func(f yamlout.Entry) bool { return !used[f.Key] })
		}
	}
	tool.Value = slices.DeleteFunc(m, func(e yamlout.Entry) bool { return e.Key == "failures" && isEmpty(e.Value) })
}

// failures collects the failures that a value names.
func failures(v yamlout.Value, used map[string]bool) {
	switch v := v.(type) {
	case yamlout.Mapping:
		for _, e := range v {
			if name, ok := e.Value.(yamlout.Text); ok && e.Key == "fail" {
				used[string(name)] = true
			}
			failures(e.Value, used)
		}
	case yamlout.List:
		for _, item := range v {
			failures(item, used)
		}
	}
}

func isEmpty(v yamlout.Value) bool {
	switch v := v.(type) {
	case yamlout.Mapping:
		return len(v) == 0
	case yamlout.List:
		return len(v) == 0
	}
	return false
}

// removal returns the comment on a value that was removed.
func removal(key string, v yamlout.Value, why string) string {
	line, ok := v.Inline(true)
	if !ok {
		var w yamlout.Writer
		w.Mapping(yamlout.Mapping{{Key: "it", Value: v}}, "")
		line = strings.Join(strings.Fields(strings.TrimPrefix(w.String(), "it:")), " ")
	}
	return "left out: " + comment(key+line) + ": " + comment(why)
}
