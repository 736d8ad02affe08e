package server

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/upstream"
)

// outbound lists the settings of the connections to upstreams. Their variables begin with NACT_UPSTREAMS: behind NACT_UPSTREAM stand names.
func outbound(c *upstream.TransportConfig) []setting {
	return []setting{
		{flag: "upstream-proxy", takes: "URL", variable: "NACT_UPSTREAMS_PROXY", secret: true, set: func(text string) error { return setProxy(c, text) },
			about: "call all upstreams by way of this proxy; environment: by those of HTTPS_PROXY, HTTP_PROXY and NO_PROXY"},
		{flag: "upstream-ca", takes: "FILE", variable: "NACT_UPSTREAMS_CA", set: func(text string) error { return setRoots(c, text) },
			about: "trust the certificates of this file, in PEM, beside those of the system"},
		{flag: "upstream-min-tls", takes: "1.2|1.3", variable: "NACT_UPSTREAMS_MIN_TLS", fallback: "1.2", set: func(text string) error { return setMinTLS(c, text) },
			about: "the oldest version of TLS to speak with upstreams"},
		{flag: "upstream-connections", takes: "NUMBER", variable: "NACT_UPSTREAMS_CONNECTIONS", set: positive("upstream-connections", &c.Connections),
			about: "how many connections to one host of an upstream may be open at one time"},
		{flag: "allow-upstream-network", takes: "CIDR", variable: "NACT_ALLOW_UPSTREAM_NETWORK", list: true, set: listOf("allow-upstream-network", &c.Networks, parseNetwork),
			about: "let calls lead to this network although it is link-local, of a cloud's metadata, or private where a redirect leads; repeatable"},
	}
}

// setProxy takes the URL of a proxy, which its errors do not repeat: it may hold a password.
func setProxy(c *upstream.TransportConfig, text string) error {
	if text == "environment" {
		c.ProxyFromEnvironment = true
		return nil
	}
	proxy, err := url.Parse(text)
	switch {
	case err != nil || proxy.Hostname() == "":
		return errors.New("upstream-proxy: this is no URL such as http://proxy.example.com:3128, and not the word environment")
	case proxy.Scheme != "http" && proxy.Scheme != "https" && proxy.Scheme != "socks5":
		return errors.New("upstream-proxy: the URL must begin with http://, https:// or socks5://")
	}
	c.Proxy = proxy
	return nil
}

func setRoots(c *upstream.TransportConfig, file string) error {
	pem, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("upstream-ca: %w", err)
	}
	if c.Roots, err = x509.SystemCertPool(); err != nil {
		return fmt.Errorf("upstream-ca: the certificates of the system cannot be read: %w", err)
	}
	if !c.Roots.AppendCertsFromPEM(pem) {
		return fmt.Errorf("upstream-ca %s: it holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----", nact.Printable(file, loggedText))
	}
	return nil
}

func setMinTLS(c *upstream.TransportConfig, text string) error {
	switch text {
	case "1.2":
		c.MinTLS = tls.VersionTLS12
	case "1.3":
		c.MinTLS = tls.VersionTLS13
	default:
		return fmt.Errorf("upstream-min-tls %q is neither 1.2 nor 1.3", text)
	}
	return nil
}

// parseNetwork reads a network, or a single address.
func parseNetwork(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(address, address.BitLen()), nil
	}
	network, err := netip.ParsePrefix(text)
	if err != nil {
		return network, fmt.Errorf("%q is not a network such as 10.0.0.0/8 or fd00::/8, nor an address", text)
	}
	return network.Masked(), nil
}

// setUpstreams takes the base URLs of the environment, and those of flags, which override them.
func (s *settings) setUpstreams(p Program, assignments []string, getenv func(string) string) (findings []error) {
	given := make(map[string]bool) // by flag, or else by variable
	for _, name := range p.Upstreams {
		if base := getenv(upstreamVariable(name)); base != "" {
			given[name] = false
			findings = append(findings, s.addUpstream(upstreamVariable(name), name, base))
		}
	}
	for _, assignment := range assignments {
		name, _, _ := strings.Cut(assignment, "=")
		given[name] = true
		wrong := s.assignUpstream(p, assignment)
		if wrong != nil {
			delete(s.upstreams, name)
		}
		findings = append(findings, wrong)
	}
	s.inForce = append(s.inForce, s.shownUpstreams(p, given)...)
	return findings
}

// assignUpstream takes the NAME=URL of an --upstream flag.
func (s *settings) assignUpstream(p Program, assignment string) error {
	name, base, found := strings.Cut(assignment, "=")
	if !found {
		return errors.New("--upstream wants NAME=URL")
	}
	if !slices.Contains(p.Upstreams, name) {
		return fmt.Errorf("--upstream %q: there is no such upstream; there is: %s", name, strings.Join(p.Upstreams, ", "))
	}
	return s.addUpstream("--upstream "+name, name, base)
}

// addUpstream never repeats the URL in its message: what is wrong with it may be a password.
func (s *settings) addUpstream(where, name, base string) error {
	u, err := url.Parse(base)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return fmt.Errorf("%s: the URL must begin with http:// or https:// and a host", where)
	case u.User != nil:
		return fmt.Errorf("%s: the URL must not hold credentials", where)
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return fmt.Errorf("%s: the URL must end with its path, without query and fragment", where)
	}
	s.upstreams[name] = base
	return nil
}
