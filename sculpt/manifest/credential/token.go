// Package credential finds credentials in text: what looks like the API key of a vendor, a private key or a JSON Web Token. Of
// "Bearer sk_live_4eC3…" it returns where sk_live_ starts, and "a secret key of Stripe".
//
// Only forms count that credentials alone have, by the prefixes that vendors give them for this purpose; a random text as
// such is none. Keys that vendors mark as those of tests are none either.
package credential

import (
	"bytes"
	"regexp"
	"slices"
)

// Found is a credential in a text.
type Found struct {
	What       string // "a secret key of Stripe"
	At, Length int    // bytes
}

// forms are the forms of credentials. Group 1 is the credential. Each has one of its marks in it: text without them, which most
// is, need not be matched.
var forms = []struct {
	what  string
	marks []string
	form  *regexp.Regexp
}{
	{"a private key", []string{"-----BEGIN "}, regexp.MustCompile(`(-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----)`)},
	{"a JSON Web Token", []string{"eyJ"}, regexp.MustCompile(`\b(eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{16,})`)},
	{"a secret key of Stripe", []string{"_live_"}, regexp.MustCompile(`\b((?:sk|rk)_live_[0-9A-Za-z]{10,})`)},
	{"a webhook secret of Stripe", []string{"whsec_"}, regexp.MustCompile(`\b(whsec_[0-9A-Za-z+/=]{20,})`)},
	{"a token of GitHub", []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"}, regexp.MustCompile(`\b((?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{40,}))`)},
	{"a token of GitLab", []string{"glpat-", "glptt-", "gldt-", "glrt-", "glcbt-", "glsoat-"}, regexp.MustCompile(`\b(gl(?:pat|ptt|dt|rt|cbt|soat)-[\w-]{20,})`)},
	{"a token of Slack", []string{"xox", "xapp-"}, regexp.MustCompile(`\b(xox[abeoprs]-[0-9A-Za-z-]{10,}|xapp-\d-[0-9A-Za-z-]{20,})`)},
	{"an access key of AWS", []string{"AKIA", "ASIA"}, regexp.MustCompile(`\b((?:AKIA|ASIA)[0-9A-Z]{16})\b`)},
	{"an API key of Google", []string{"AIza"}, regexp.MustCompile(`\b(AIza[\w-]{35})`)},
	{"an API key of OpenAI", []string{"sk-"}, regexp.MustCompile(`\b(sk-(?:proj-|svcacct-|admin-)?[\w-]{32,})`)},
	{"an API key of SendGrid", []string{"SG."}, regexp.MustCompile(`\b(SG\.[\w-]{16,}\.[\w-]{32,})`)},
	{"a token of npm", []string{"npm_"}, regexp.MustCompile(`\b(npm_[0-9A-Za-z]{36})`)},
	{"a token of Shopify", []string{"shp"}, regexp.MustCompile(`\b(shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32})`)},
	{"a token of Square", []string{"sq0"}, regexp.MustCompile(`\b(sq0(?:atp|csp)-[\w-]{22,})`)},
	{"a token of DigitalOcean", []string{"_v1_"}, regexp.MustCompile(`\b(do[oprt]_v1_[0-9a-f]{64})`)},
	{"a bearer token", []string{"earer "}, regexp.MustCompile(`\b[Bb]earer ([0-9A-Za-z._~+/-]{24,}=*)`)},
}

// In returns the first credential of each form in a text, in the order in which the forms are listed.
func In(text []byte) []Found {
	var found []Found
	for _, f := range forms {
		if !slices.ContainsFunc(f.marks, func(mark string) bool { return bytes.Contains(text, []byte(mark)) }) {
			continue
		}
		if m := f.form.FindSubmatchIndex(text); m != nil {
			found = append(found, Found{What: f.what, At: m[2], Length: m[3] - m[2]})
		}
	}
	return found
}
