package cel

import "strings"

// Quote returns s as a CEL string literal in double quotes.
func Quote(s string) string {
	return `"` + quoter.Replace(valid(s)) + `"`
}

// quoter escapes what a CEL string literal cannot hold or would read otherwise.
var quoter = strings.NewReplacer(
	`\`, `\\`, `"`, `\"`, "\a", `\a`, "\b", `\b`, "\f", `\f`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\v", `\v`,
)
