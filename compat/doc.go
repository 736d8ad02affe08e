// Package compat compares versions of N-ACT tools: it says of every difference between two signatures whether an agent
// that relies on the older one can go on as before.
//
// A [Signature] is what an N-ACT server publishes of a tool and decodes from its JSON, so the comparison works on
// signatures that a client cached as well as on those that a server is about to publish. [Compare] lists the differences
// of two signatures, each with its [Class] and the rule that decided it; [Overall] sums them up; a [Report] does so for
// all tools of a service, as text, JSON or Markdown.
//
// The measure is a client that cached the older signature and calls the tool with what it permits: its calls must stay
// valid and keep their meaning, and the answers must stay within what it knows. So an input may accept more and an output
// may answer less, never the other way round, and a default that a call relied on stays what it was. [Rules] lists all
// rules.
//
// The package needs the standard library only. Its values are plain data; its functions change nothing and are safe for
// concurrent use.
package compat
