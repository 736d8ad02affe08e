// Package mcp serves tools to clients of the Model Context Protocol: revision 2026-07-28, in which every request stands for itself, and beside it
// 2025-11-25 and 2025-06-18, which begin with a handshake. One [Handler] speaks all of them, over HTTP at one address (Streamable HTTP) and over a
// stream of lines (stdio). It has tools and nothing else: no resources, no prompts, no requests to the client.
//
// The names of arguments and of members of answers are the ids of inputs and outputs.
package mcp
