package spec

// readOnlyKey is the extension by which documents for Speakeasy's generator say how an operation may be offered to agents. Its readOnlyHint is
// published as the statement that an operation "only reads data without making changes", which no keyword of OpenAPI says:
// https://www.speakeasy.com/docs/standalone-mcp/customize-tools
const readOnlyKey = "x-speakeasy-mcp"

// readOnly reports whether the value of readOnlyKey says that the operation changes nothing.
func readOnly(hints *node) bool {
	if hints == nil || hints.kind != mapNode {
		return false
	}
	says := hints.field("readOnlyHint")
	return says != nil && says.kind == boolNode && says.text == "true"
}
