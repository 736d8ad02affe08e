package diag

import (
	"fmt"
	"slices"
	"strings"
)

// mostListed is how many names a message lists.
const mostListed = 8

// Known ends a message about an unknown name: with the nearest one, or else with those that there are.
func Known(name string, names []string) string {
	if s := DidYouMean(name, names); s != "" {
		return s
	}
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	switch {
	case len(names) == 0:
		return ""
	case len(names) == 1:
		return "; there is only " + names[0]
	case len(names) > mostListed:
		return fmt.Sprintf("; there are %s and %d more", strings.Join(names[:mostListed], ", "), len(names)-mostListed)
	}
	last := len(names) - 1
	return "; there are " + strings.Join(names[:last], ", ") + " and " + names[last]
}
