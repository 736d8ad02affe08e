// Package nacttest runs the examples of a manifest as tests of the generated
// service. A [Replay] stands in for the upstreams: real HTTP servers that play
// recorded answers and check what they are asked, at the upstreams' own URLs. An [Example] invokes a tool over
// HTTP and checks what it answers.
package nacttest
