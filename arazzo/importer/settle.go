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

// Settle takes out of the manifest what a check finds errors in, until there are none: each the smallest part that can be missing, which becomes a
// comment with the error. Check returns the errors of a text. What cannot be settled, since no part of a tool is the cause, is an error.
func (im *Import) Settle(check func(text string) diag.List) error {
	for {
		text := im.Text()
		found := check(text)
		if len(found) == 0 {
			return nil
		}
		root, _ := arazzo.Parse("", []byte(text))
		taken := false
		for _, f := range found {
			if path := pathAt(root, f.Pos); len(path) > 1 && path[0] == "tools" {
				taken = im.takeOut(path[1:], f.Message)
			}
			if taken {
				break // lines have moved
			}
		}
		if !taken {
			return fmt.Errorf("no manifest can be made of it: %s", found[0])
		}
	}
}

// pathAt is the path to the innermost value at a place.
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

// after reports whether a place is behind another one.
func after(p, than diag.Position) bool {
	return p.Line > than.Line || p.Line == than.Line && p.Column > than.Column
}

// takeOut takes a part out of a tool, and notes why. The path begins with the tool's name.
func (im *Import) takeOut(path []string, why string) bool {
	i := slices.IndexFunc(im.tools, func(e yamlout.Entry) bool { return e.Key == path[0] })
	if i < 0 {
		return false
	}
	tool := &im.tools[i]
	for n := len(path); n > 1; n-- {
		if removable(path[1:n]) && remove(tool, path[1:n], why) {
			prune(tool)
			return true
		}
	}
	im.comments = append(im.comments, "left out: the workflow "+tool.Key+": "+comment(why))
	im.tools = slices.Delete(im.tools, i, i+1)
	return true
}

// removable reports whether a tool can do without a part of it. A condition under which a step runs is none: without it, the step would run. Nor is a
// body as a whole: a write without it would be another one.
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

// remove removes what a path leads to from an entry, and notes it above the mapping or the list that it was in; false: there is no such thing.
func remove(in *yamlout.Entry, path []string, why string) bool {
	switch v := in.Value.(type) {
	case yamlout.Mapping:
		i := slices.IndexFunc(v, func(e yamlout.Entry) bool { return e.Key == path[0] })
		if i < 0 || len(path) > 1 && !remove(&v[i], path[1:], why) {
			return false
		}
		if len(path) > 1 && !isEmpty(v[i].Value) {
			return true
		}
		in.Comments = append(in.Comments, v[i].Comments...)
		if len(path) == 1 {
			in.Comments = append(in.Comments, taken(v[i].Key+": ", v[i].Value, why))
		}
		in.Value = slices.Delete(v, i, i+1)
		return true
	case yamlout.List:
		i, err := strconv.Atoi(path[0])
		if err != nil || i >= len(v) || len(path) > 1 {
			return false
		}
		in.Comments = append(in.Comments, taken("", v[i], why))
		in.Value = slices.Delete(v, i, i+1)
		return true
	}
	return false
}

// prune takes the failures out that nothing fails with any more.
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

// failures notes what the parts of a value fail with.
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

// taken is the comment on what was taken out.
func taken(key string, v yamlout.Value, why string) string {
	line, ok := v.Inline(true)
	if !ok {
		var w yamlout.Writer
		w.Mapping(yamlout.Mapping{{Key: "it", Value: v}}, "")
		line = strings.Join(strings.Fields(strings.TrimPrefix(w.String(), "it:")), " ")
	}
	return "left out: " + comment(key+line) + ": " + comment(why)
}
