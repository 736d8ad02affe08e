package mcp

import "slices"

// The revisions of the protocol that are spoken.
const (
	revision20260728 = "2026-07-28"
	revision20251125 = "2025-11-25"
	revision20250618 = "2025-06-18"
)

// revisions are all of them, the newest first.
var revisions = []string{revision20260728, revision20251125, revision20250618}

// hasHandshake reports whether clients of a revision begin with initialize. The other ones say in each request which revision it is of.
func hasHandshake(revision string) bool { return revision <= revision20251125 }

// agreed returns the revision that a handshake comes to: the one that the client asks for, or else the newest that has handshakes.
func agreed(asked string) string {
	if slices.Contains(revisions, asked) && hasHandshake(asked) {
		return asked
	}
	return revision20251125
}
