package upstream

import (
	"net/url"
	"slices"
	"strings"
)

// redirects returns the origins to which redirects of an upstream are followed, each in one spelling. server is the base URL.
func (c *checker) redirects(server string) []string {
	var origins []string
	for _, stated := range c.manifest.Redirects {
		origin, problem := parseOrigin(stated.V)
		switch own, _ := url.Parse(server); {
		case problem != "":
		case own != nil && own.Scheme == "https" && strings.HasPrefix(origin, "http:"):
			problem = "a redirect from https to http is never followed; write https://"
		case own != nil && originOf(own) == origin:
			problem = "this is the upstream's own origin, to which redirects are followed anyway; leave it out"
		case slices.Contains(origins, origin):
			problem = "this origin is listed twice"
		}
		if problem != "" {
			c.found.ErrorAt(stated, "redirects", "%s", problem)
			continue
		}
		origins = append(origins, origin)
	}
	return origins
}

// parseOrigin returns the origin that a text is, in one spelling, or what is wrong with it.
func parseOrigin(text string) (origin, problem string) {
	const form = "an origin is a scheme and a host, such as https://files.example.com or https://files.example.com:8443"
	parsed, err := url.Parse(text)
	switch {
	case err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "":
		return "", form
	case parsed.User != nil || strings.Trim(parsed.Path, "/") != "" || strings.ContainsAny(text, "?#"):
		return "", form + "; what follows it, and credentials, have no meaning here"
	case strings.Contains(parsed.Host, "*"):
		return "", "each host to which redirects are followed is listed by its whole name"
	case strings.ContainsFunc(parsed.Host, func(r rune) bool { return r > '~' }):
		return "", "write the host as it stands in requests, in its ASCII form: xn--..."
	}
	return originOf(parsed), ""
}

// originOf returns scheme and host of a URL, without the port that its scheme has anyway.
func originOf(u *url.URL) string {
	usual := map[string]string{"http": "80", "https": "443"}[u.Scheme]
	return u.Scheme + "://" + strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(u.Host), ":"+usual), ":")
}
