// Package certificates proves who calls a service by certificates that the TLS of its own program has verified. An operator's file says which names in them are
// whose, and what these callers may do: the authority says who somebody is, and not what they may do here.
package certificates

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/nactgen/nactgen/nact/callers"
)

// line is what is known of one name.
type line struct {
	number int // where it stands, from 1
	id     string
	name   string // as namesOf has it
	scopes []string
}

// Beginnings of names, by where certificates have them.
const (
	ofURI     = "uri:"
	ofDNS     = "dns:"
	ofSubject = "subject:"
)

// form is what a line has to be.
const form = "ID uri:URI SCOPE..., with dns:NAME or \"subject:CN=NAME,O=NAME\" in the place of uri:URI"

// read reads lines of names:
//
//	# a comment
//	ID uri:spiffe://acme.example/billing SCOPE SCOPE
//	ID dns:billing.acme.example
//	ID "subject:CN=billing,O=Acme Inc" SCOPE
//
// An ID may have several names. The error says everything that is wrong, by line.
func read(text string) ([]line, error) {
	var lines []line
	var findings []error
	first := make(map[string]int)
	number := 0
	for words := range strings.SplitSeq(text, "\n") {
		number++
		words = strings.TrimSpace(words)
		if words == "" || words[0] == '#' {
			continue
		}
		l, err := readLine(words)
		if before := first[l.name]; err == nil && before > 0 {
			err = fmt.Errorf("the same name stands in line %d: a name is that of one caller", before)
		}
		if err != nil {
			findings = append(findings, fmt.Errorf("line %d: %w", number, err))
			continue
		}
		l.number = number
		first[l.name] = number
		lines = append(lines, l)
	}
	return lines, errors.Join(findings...)
}

func readLine(text string) (l line, err error) {
	l.id, text, _ = strings.Cut(text, " ")
	if !callers.IsID(l.id) {
		return l, errors.New("the line must begin with " + callers.IDForm + "; a line is " + form)
	}
	text = strings.TrimSpace(text)
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		var closed bool
		if l.name, text, closed = strings.Cut(quoted, `"`); !closed {
			return l, fmt.Errorf("the name of %s begins with a quotation mark and has none at its end", l.id)
		}
	} else {
		l.name, text, _ = strings.Cut(text, " ")
	}
	if l.name, err = checked(l.name); err != nil {
		return l, fmt.Errorf("of %s: %w; a line is %s", l.id, err, form)
	}
	for _, word := range strings.Fields(text) {
		if !callers.IsScope(word) {
			return l, fmt.Errorf("after the name of %s stands something that is no scope; a line is %s", l.id, form)
		}
		l.scopes = append(l.scopes, word)
	}
	return l, nil
}

// checked returns a name as namesOf has it.
func checked(name string) (string, error) {
	switch {
	case strings.HasPrefix(name, ofURI):
		if u, err := url.Parse(name[len(ofURI):]); err != nil || u.Scheme == "" {
			return "", errors.New("after uri: stands no URI with a scheme, such as spiffe://acme.example/billing")
		}
		return name, nil
	case strings.HasPrefix(name, ofDNS):
		if host := name[len(ofDNS):]; host == "" || strings.ContainsAny(host, "*/: ") {
			return "", errors.New("after dns: stands no name of a host; one with * would be that of many callers")
		}
		return strings.ToLower(name), nil
	case strings.HasPrefix(name, ofSubject):
		if !strings.Contains(name, "=") {
			return "", errors.New("after subject: stands no subject as in RFC 2253, such as CN=billing,O=Acme")
		}
		return name, nil
	}
	return "", errors.New("no name of a certificate stands there")
}

// namesOf returns the names that a certificate has.
func namesOf(c *x509.Certificate) []string {
	var names []string
	for _, u := range c.URIs {
		names = append(names, ofURI+u.String())
	}
	for _, host := range c.DNSNames {
		names = append(names, ofDNS+strings.ToLower(host))
	}
	return append(names, ofSubject+c.Subject.String())
}
