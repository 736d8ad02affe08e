package endpoint

import (
	"fmt"
	"html"
	"strings"
)

// homePage is the page at the root, for a person who meets the service in a browser.
func (h *Handler) homePage() []byte {
	var b strings.Builder
	title, root := html.EscapeString(h.config.Title), html.EscapeString(h.root)
	fmt.Fprintf(&b, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>%s</title>\n<h1>%s</h1>\n", title, title)
	if h.config.Description != "" {
		fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(h.config.Description))
	}
	b.WriteString("<p>This is an N-ACT service: it offers tools to AI agents, to be enumerated and invoked over HTTP.</p>\n")
	fmt.Fprintf(&b, "<ul>\n<li><a href=\"%[1]s/tools\">%[1]s/tools</a>: the tools and their signatures</li>\n", root)
	fmt.Fprintf(&b, "<li><a href=\"%[1]s/tools/openapi.json\">%[1]s/tools/openapi.json</a>: the endpoints, as OpenAPI</li>\n</ul>\n", root)
	b.WriteString("<h2>Tools</h2>\n<dl>\n")
	for _, t := range h.catalog {
		signature := t.current().contract.Signature()
		writes := ""
		if t.current().contract.Tool().Writes {
			writes = " <strong>It can change something.</strong>"
		}
		fmt.Fprintf(&b, "<dt><a href=\"%s/tools/%s\">%s</a></dt>\n<dd>%s%s</dd>\n",
			root, t.id, html.EscapeString(signature.Name), html.EscapeString(signature.Description), writes)
	}
	b.WriteString("</dl>\n</html>\n")
	return []byte(b.String())
}
