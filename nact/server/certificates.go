package server

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// Certificates encrypts the connections of a program's callers, by files of its operator, and has callers prove by certificates of their own who they are, if the
// operator names who issues these. It is a [TLS].
type Certificates struct {
	Unguarded bool // the service asks nobody else who calls: callers are called as their certificates are
	Optional  bool // the service itself looks at the certificates of callers, some of whom may prove who they are otherwise

	cert, key, clients string // files; empty: none
	minimum            uint16

	mu     sync.Mutex // held while the files are looked at
	next   time.Time  // when they are looked at again
	seen   []fs.FileInfo
	config atomic.Pointer[tls.Config]
}

// Settings returns what the operator can set.
func (c *Certificates) Settings() []Setting {
	keep := func(to *string) func(string) error {
		return func(text string) error {
			*to = text
			return nil
		}
	}
	clients := "serve callers alone whose certificate an authority of this file has issued, in PEM; read again when it changes"
	if c.Optional {
		clients = "the authorities that issue certificates of callers, in PEM; read again when it changes. What callers may do by theirs, --client-certificates says"
	}
	return []Setting{
		{Flag: "tls-cert", Takes: "FILE", Variable: "NACT_TLS_CERT", Set: keep(&c.cert),
			About: "serve HTTPS with this certificate, in PEM, with those of intermediate authorities behind it; read again when it changes"},
		{Flag: "tls-key", Takes: "FILE", Variable: "NACT_TLS_KEY", Set: keep(&c.key),
			About: "the private key of that certificate, in PEM"},
		{Flag: "tls-client-ca", Takes: "FILE", Variable: "NACT_TLS_CLIENT_CA", Set: keep(&c.clients),
			About: clients},
		{Flag: "tls-min", Takes: "1.2|1.3", Variable: "NACT_TLS_MIN", Default: "1.2", Set: c.setMinimum,
			About: "the oldest version of TLS to speak with callers"},
	}
}

func (c *Certificates) setMinimum(text string) error {
	switch text {
	case "1.2":
		c.minimum = tls.VersionTLS12
	case "1.3":
		c.minimum = tls.VersionTLS13
	default:
		return fmt.Errorf("tls-min %q is neither 1.2 nor 1.3", nact.Printable(text, loggedText))
	}
	return nil
}

// Given reports whether the operator has named a certificate, and whether callers have to have one, too.
func (c *Certificates) Given() (encrypts, asksCallers bool) { return c.cert != "", c.clients != "" }

// Open reads the files. The error says everything that is wrong with what the operator has named.
func (c *Certificates) Open() error {
	var findings []error
	switch {
	case c.cert == "" && c.key == "" && c.clients == "":
		return nil
	case c.cert == "":
		findings = append(findings, errors.New("tls-cert is missing: --tls-cert FILE names the certificate for the other TLS settings"))
	case c.key == "":
		findings = append(findings, errors.New("tls-key is missing: --tls-key FILE names the private key of the certificate"))
	}
	if findings != nil {
		return errors.Join(findings...)
	}
	c.next, c.seen = time.Now().Add(lookInterval), c.look()
	config, err := c.read()
	if err != nil {
		return err
	}
	c.config.Store(config)
	return nil
}

// files returns the files that there are.
func (c *Certificates) files() []string {
	if c.clients == "" {
		return []string{c.cert, c.key}
	}
	return []string{c.cert, c.key, c.clients}
}

// look returns what the files are; nil for one that there is not.
func (c *Certificates) look() []fs.FileInfo {
	var seen []fs.FileInfo
	for _, name := range c.files() {
		info, err := os.Stat(name)
		if err != nil {
			info = nil
		}
		seen = append(seen, info)
	}
	return seen
}

// read makes of the files what connections are encrypted by.
func (c *Certificates) read() (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		return nil, fmt.Errorf("tls-cert and tls-key: %w", err)
	}
	config := &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: c.minimum, NextProtos: protocols}
	if c.clients == "" {
		return config, nil
	}
	authorities, err := os.ReadFile(c.clients)
	if err != nil {
		return nil, fmt.Errorf("tls-client-ca: %w", err)
	}
	config.ClientCAs = x509.NewCertPool()
	if !config.ClientCAs.AppendCertsFromPEM(authorities) {
		return nil, fmt.Errorf("tls-client-ca %s: it holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----", nact.Printable(c.clients, loggedText))
	}
	config.ClientAuth = tls.VerifyClientCertIfGiven // health checks come without one: see [secured]
	config.SessionTicketsDisabled = true            // so that each connection is held to the authorities of the moment
	return config, nil
}

// protocols that can be spoken, the best one first.
var protocols = []string{"h2", "http/1.1"}

// lookInterval is how often the files are looked at, if connections come.
const lookInterval = time.Second

// current returns what a new connection is encrypted by. Files that have changed come into use before it, unless another connection is at that. If something is
// wrong with them, those of before stay, and the log says so once. Connections that there are go on as they began.
func (c *Certificates) current(logger *slog.Logger) *tls.Config {
	if !c.mu.TryLock() {
		return c.config.Load()
	}
	defer c.mu.Unlock()
	now := time.Now()
	if now.Before(c.next) {
		return c.config.Load()
	}
	c.next = now.Add(lookInterval)
	if seen := c.look(); !sameFiles(c.seen, seen) {
		c.seen = seen
		config, err := c.read()
		if err != nil {
			logger.Error("the files of the certificate have changed and cannot be used: those of before stay", "cause", err.Error())
			return c.config.Load()
		}
		c.config.Store(config)
		tellCertificate(logger, config)
	}
	return c.config.Load()
}

// sameFiles reports whether files are as they were.
func sameFiles(before, now []fs.FileInfo) bool {
	for i, is := range now {
		was := before[i]
		if was == nil || is == nil {
			if was != is {
				return false
			}
			continue
		}
		if !os.SameFile(was, is) || !was.ModTime().Equal(is.ModTime()) || was.Size() != is.Size() {
			return false
		}
	}
	return true
}

// tellCertificate says in the log until when a certificate is good.
func tellCertificate(logger *slog.Logger, config *tls.Config) {
	leaf := config.Certificates[0].Leaf
	if time.Now().After(leaf.NotAfter) {
		logger.Error("the certificate has expired: callers will not accept it", "not_after", leaf.NotAfter.UTC())
		return
	}
	logger.Info("a certificate is in use", "not_after", leaf.NotAfter.UTC(), "callers_have_some", config.ClientCAs != nil)
}
