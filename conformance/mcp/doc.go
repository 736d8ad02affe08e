// Package mcp holds the MCP face of generated services to the truth by others: the official conformance suite, and the official clients. The service is the one
// that nact.yaml is compiled to, a process of its own, as are the clients; its upstream is an HTTP server in the test. Package mcp has no other code.
package mcp
