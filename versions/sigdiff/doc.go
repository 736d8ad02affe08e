// Package sigdiff compares versions of N-ACT tools: it says of every difference between two signatures whether an agent
// that relies on the older one can go on as before.
//
// In go [nact.Signature] values: those that a server is about to publish, or those that a client cached, which [Decode]
// reads from the JSON that an N-ACT server publishes. Out come differences: [Compare] lists those of two signatures, each
// with its [Class] and the rule that decided it; [Overall] sums them up; a [Report] does so for all tools of a service, as
// text, JSON or Markdown.
//
// The measure is a client that cached the older signature and calls the tool with what it permits: its calls must stay
// valid and keep their meaning, and the answers must stay within what it knows. So an input may accept more and an output
// may answer less, never the other way round, and a default that a call relied on stays what it was. [Rules] lists all
// rules.
//
// The package needs the standard library and package nact only. Its functions change nothing and are safe for concurrent
// use.
package sigdiff
