package sigdiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// Compare returns every difference of newer from older, in a fixed order: the tool, its inputs, its outputs. What the
// two write differently with the same meaning is none: the case of the tool's ID, a maximum of 65535 that is written or left out.
//
// Parameters are matched by their IDs, and those left over by their names. Both signatures should be valid; of one that
// is not, such as one with two parameters of the same ID, every difference is still found, but may be described poorly.
func Compare(older, newer nact.Signature) []Difference {
	c := &comparison{classes: map[string]Class{}}
	for _, r := range Rules() {
		c.classes[r.Name] = r.Class
	}
	c.tool(&older, &newer)
	c.inputs(older.Inputs, newer.Inputs)
	c.outputs(older.Published(), newer.Published())
	c.version(&older, &newer)
	return c.found
}

// comparison collects differences.
type comparison struct {
	classes   map[string]Class // by rule
	parameter string           // name of the parameter that findings are about, or empty
	found     []Difference
}

func (c *comparison) add(rule, format string, args ...any) {
	c.found = append(c.found, Difference{c.classes[rule], rule, c.parameter, fmt.Sprintf(format, args...)})
}

func (c *comparison) tool(older, newer *nact.Signature) {
	if !strings.EqualFold(older.ToolID, newer.ToolID) {
		c.add(RuleToolID, "the tool's ID was %s and is %s", quote(older.ToolID), quote(newer.ToolID))
	}
	if older.Name != newer.Name {
		c.add(RuleToolName, "the tool was called %s and is called %s", quote(older.Name), quote(newer.Name))
	}
	if older.Description != newer.Description {
		c.add(RuleDescription, "the description of the tool changed")
	}
	if older.Img != newer.Img {
		c.add(RuleImg, "the picture of the tool changed")
	}
	if !slices.Equal(older.Tags, newer.Tags) {
		c.add(RuleTags, "the tags of the tool were %s and are %s", quoteAll(older.Tags), quoteAll(newer.Tags))
	}
}

// version comes last: whether the number had to grow depends on what else changed.
func (c *comparison) version(older, newer *nact.Signature) {
	switch {
	case newer.Version < older.Version:
		c.add(RuleVersionBack, "the version went back from %d to %d", older.Version, newer.Version)
	case newer.Version > older.Version:
		c.add(RuleVersion, "the version was %d and is %d", older.Version, newer.Version)
	case len(c.found) > 0:
		c.add(RuleVersionSame, "the signature changed, but its version is still %d", older.Version)
	}
}

func (c *comparison) inputs(older, newer []nact.Input) {
	found := pair(older, newer, func(in *nact.Input) (id, name string) { return in.ID, in.Name })
	for i := range older {
		was := &older[i]
		c.parameter = was.Name
		if found.newer[i] < 0 {
			c.add(RuleInputRemoved, "the input %s is gone", quote(was.Name))
		} else {
			c.input(was, &newer[found.newer[i]])
		}
	}
	for _, i := range found.added {
		is := &newer[i]
		c.parameter = is.Name
		if is.Required() {
			c.add(RuleInputAddedRequired, "the input %s is new and required", quote(is.Name))
		} else {
			c.add(RuleInputAdded, "the input %s is new and optional", quote(is.Name))
		}
	}
	c.parameter = ""
	if found.moved() {
		c.add(RuleInputOrder, "the inputs stand in another order")
	}
}

func (c *comparison) outputs(older, newer []nact.Output) {
	found := pair(older, newer, func(out *nact.Output) (id, name string) { return out.ID, out.Name })
	for i := range older {
		was := &older[i]
		c.parameter = was.Name
		if found.newer[i] < 0 {
			c.add(RuleOutputRemoved, "the output %s is gone", quote(was.Name))
		} else {
			c.output(was, &newer[found.newer[i]])
		}
	}
	for _, i := range found.added {
		c.parameter = newer[i].Name
		c.add(RuleOutputAdded, "the output %s is new", quote(newer[i].Name))
	}
	c.parameter = ""
	if found.moved() {
		c.add(RuleOutputOrder, "the outputs stand in another order")
	}
}
