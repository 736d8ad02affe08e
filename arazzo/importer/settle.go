package importer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// Settle removes parts of tools until the manifest has no errors: for each error the smallest part around it that a tool can do without. The part becomes
// a comment with the error. Check returns the errors of a manifest. An error that is in no tool cannot be settled, and is returned. Tools that then do
// something else than their workflows are disabled.
//
// Only tools that had errors are checked again, and those that still have some after maxRounds are left out: what is removed can be an error in what
// reads it, and so on.
func (im *Import) Settle(check func(text string) diag.List) error {
	open := im.tools
	for round := 0; len(open) > 0; round++ {
		text := im.text(open)
		found := check(text)
		root, _ := arazzo.Parse("", []byte(text))
		wrong := map[string]bool{}
		done := map[string]bool{} // parts of tools of which something was removed, so that the positions no longer fit
		for _, f := range found {
			path := pathAt(root, f.Pos)
			if len(path) < 2 || path[0] != "tools" {
				return fmt.Errorf("no manifest can be made of it: %s", f)
			}
			wrong[path[1]] = true
			if part := strings.Join(path[1:min(4, len(path))], " "); !done[part] && !done[path[1]] {
				if done[part] = true; round == maxRounds {
					path, done[path[1]] = path[:2], true
				}
				im.remove(path[1:], f.Message)
			}
		}
		open = slices.DeleteFunc(slices.Clone(im.tools), func(e yamlout.Entry) bool { return !wrong[e.Key] })
	}
	im.disable()
	return nil
}

const (
	maxRounds = 20
	maxListed = 20 // of what a tool lacks
)

// disable disables the tools that lack something of their workflows, and leaves out those that have no step.
func (im *Import) disable() {
	for _, w := range im.doc.Workflows {
		name := im.names[w.ID.V]
		i := slices.IndexFunc(im.tools, func(e yamlout.Entry) bool { return e.Key == name })
		if i < 0 {
			continue
		}
		m := im.tools[i].Value.(yamlout.Mapping)
		has := func(key string) bool {
			return slices.ContainsFunc(m, func(e yamlout.Entry) bool { return e.Key == key })
		}
		if len(w.Outputs) > 0 && !has("outputs") {
			im.lost[name] = append(im.lost[name], remark(w.Pos(), "outputs", "none of them came over, so that the tool answers nothing"))
		}
		if !has("steps") {
			im.leave(name, cmp.Or(strings.Join(im.lost[name][:min(1, len(im.lost[name]))], ""), "it has no step"))
			continue
		}
		if lost := im.lost[name]; len(lost) > 0 {
			why := []string{"The tool does not do what the workflow does, which has these parts, too:"}
			for _, what := range lost[:min(len(lost), maxListed)] {
				why = append(why, "- "+draft.Remark(what, 160))
			}
			if more := len(lost) - maxListed; more > 0 {
				why = append(why, fmt.Sprintf("- and %d more", more))
			}
			im.tools[i].Value = slices.Insert(m, 1, yamlout.Entry{Comments: why, Key: "disabled", Value: yamlout.Literal("true")})
		}
	}
}

// leave leaves out a tool.
func (im *Import) leave(name, why string) {
	im.left = append(im.left, name)
	im.comments = append(im.comments, "left out: the workflow "+name+": "+comment(why))
	im.tools = slices.DeleteFunc(slices.Clone(im.tools), func(e yamlout.Entry) bool { return e.Key == name })
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

// remove removes the smallest removable part around a path, which begins with the name of a tool, or else the whole tool.
func (im *Import) remove(path []string, why string) {
	i := slices.IndexFunc(im.tools, func(e yamlout.Entry) bool { return e.Key == path[0] })
	if i < 0 {
		return
	}
	tool := &im.tools[i]
	for n := len(path); n > 1; n-- {
		if removable(path[1:n]) && removeFrom(tool, path[1:n], why) {
			prune(tool)
			if key := path[min(3, n-1)]; path[1] == "steps" && key != "retry" && key != "timeout" {
				im.lost[tool.Key] = append(im.lost[tool.Key], comment(strings.Join(path[2:n], " ")+": "+why))
			}
			return
		}
	}
	im.leave(tool.Key, why)
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
