package server

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/upstream"
)

// Egress lists the settings of the connections to upstreams. Their variables begin with NACT_UPSTREAMS: behind NACT_UPSTREAM stand names.
func Egress(c *upstream.TransportConfig) []Setting {
	return []Setting{
		{Flag: "upstream-proxy", Takes: "URL", Variable: "NACT_UPSTREAMS_PROXY", Secret: true, Set: func(text string) error { return setProxy(c, text) },
			About: "call all upstreams by way of this proxy; environment: by those of HTTPS_PROXY, HTTP_PROXY and NO_PROXY"},
		{Flag: "upstream-ca", Takes: "FILE", Variable: "NACT_UPSTREAMS_CA", Set: func(text string) error { return setRoots(c, text) },
			About: "trust the certificates of this file, in PEM, beside those of the system"},
		{Flag: "upstream-min-tls", Takes: "1.2|1.3", Variable: "NACT_UPSTREAMS_MIN_TLS", Default: "1.2", Set: func(text string) error { return setMinTLS(c, text) },
			About: "the oldest version of TLS to speak with upstreams"},
		{Flag: "upstream-connections", Takes: "NUMBER", Variable: "NACT_UPSTREAMS_CONNECTIONS", Set: positive("upstream-connections", &c.Connections),
			About: "how many connections to one host of an upstream may be open at one time"},
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
