package manifest

import (
	"go/token"
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// relativePath is a path with slashes, relative to the manifest. It may lead out of the manifest's folder.
var relativePath = check{Form{Is: "path", Patterns: []string{`[^\\\n\t]*`}}, func(s string) *problem {
	switch {
	case strings.ContainsAny(s, "\\\n\t"):
		return problemf("bad-path", "must be a path with slashes, not %s", diag.Quote(s))
	case path.IsAbs(s) || windowsDrive.MatchString(s):
		return problemf("bad-path", "must be a path relative to the manifest, not %s", diag.Quote(s))
	}
	return nil
}}

var windowsDrive = regexp.MustCompile(`^[A-Za-z]:`)

// documentPath is the path of an OpenAPI document.
var documentPath = check{relativePath.form, func(s string) *problem {
	if strings.Contains(s, "://") {
		return problemf("not-implemented", "is a URL, which is not implemented yet in this release; it is planned (docs/manifest.md); save the document beside the manifest and name its path")
	}
	return relativePath.refuse(s)
}}

// imageURL is the URL of a picture.
var imageURL = check{Form{Is: "URL", Patterns: []string{`[Hh][Tt][Tt][Pp][Ss]?://[^ \n\t]+`}}, func(s string) *problem {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.ContainsAny(s, " \n\t") {
		return problemf("bad-url", "must be an absolute URL such as https://example.com/tool.png, not %s", diag.Quote(s))
	}
	return nil
}}

var packageName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// goPackage is the name of a Go package.
var goPackage = check{Form{Patterns: []string{unanchored(packageName)}, Not: []string{"main", "init"}}, func(s string) *problem {
	if !packageName.MatchString(s) || token.IsKeyword(s) || s == "main" || s == "init" {
		return problemf("bad-name", "must be the name of a Go package, such as \"weathertools\", not %s", diag.Quote(s))
	}
	return nil
}}

// matching refuses a text that does not have a form; message says what it must be.
func matching(form *regexp.Regexp, rule, message string) check {
	return check{Form{Patterns: []string{unanchored(form)}}, func(s string) *problem {
		if form.MatchString(s) {
			return nil
		}
		return problemf(rule, "must be %s, not %s", message, diag.Quote(s))
	}}
}

// Texts of a certain form: the path of a Go module, whose last element does not end in a dot, and the name of an environment variable.
var (
	goModule = matching(regexp.MustCompile(`^(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*/)*[A-Za-z0-9_~-](?:[A-Za-z0-9._~-]*[A-Za-z0-9_~-])?$`),
		"bad-name", "the path of a Go module, such as example.com/acme/weather-tools")
	environmentName = matching(regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`),
		"bad-name", "the name of an environment variable, such as WEATHER_TOKEN")
)

var httpToken = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

// IsToken reports whether s is a token of HTTP (RFC 9110, section 5.6.2), as are the name of a header or a cookie and either half of a media type.
func IsToken(s string) bool { return httpToken.MatchString(s) }
