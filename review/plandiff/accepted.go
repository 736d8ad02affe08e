package plandiff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// accepted compares the warnings that may stay, but for those of tools that are gone.
func (c *comparison) accepted(older, newer *plan.Plan) {
	key := func(a *plan.Accepted) string { return a.Tool + " " + a.Place + " " + a.Rule }
	each(older.Accepted, newer.Accepted, key, func(_ string, was, is *plan.Accepted) {
		one, kind := is, WarningAccepted
		switch {
		case is == nil && was.Tool != "" && !slices.ContainsFunc(newer.Tools, func(t *plan.Tool) bool { return t.Signature.Name == was.Tool }):
			return
		case is == nil:
			one, kind = was, AcceptedNoLonger
		case is.Security:
			kind = RiskAccepted
		}
		c.tool = one.Tool
		c.differ(kind, strings.TrimPrefix(one.Place+".accept", "."), of(was, acceptedText), of(is, acceptedText))
	})
	c.tool = ""
}

func acceptedText(a *plan.Accepted) string { return a.Rule + ", because " + strconv.Quote(a.Because) }
