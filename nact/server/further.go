package server

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"

	parts "github.com/nactgen/nactgen/nact/setting"
)

// Setting is a flag with its environment variable, or one of them, of a part that only some programs have.
type Setting = parts.Setting

// further lists the settings that only some programs have.
func (s *settings) further(p Program) []setting {
	var table []setting
	if !p.Guarded {
		table = append(table, setting{flag: "allow-anyone", variable: "NACT_ALLOW_ANYONE", set: s.setAllowAnyone,
			about: "serve whoever reaches the program, though other machines do"})
	}
	of := p.Settings
	if p.TLS != nil {
		of = append(p.TLS.Settings(), of...)
	}
	for _, of := range of {
		table = append(table, setting{flag: of.Flag, takes: of.Takes, variable: of.Variable, fallback: of.Default, about: of.About, list: of.List, secret: of.Secret, set: of.Set})
	}
	return table
}

// fromEnvironment returns what the environment says.
func (t *setting) fromEnvironment(getenv func(string) string) string {
	if t.variable == "" {
		return ""
	}
	return getenv(t.variable)
}

func (s *settings) setAllowAnyone(text string) (err error) {
	if s.allowAnyone, err = strconv.ParseBool(text); err != nil {
		return fmt.Errorf("allow-anyone %q is neither true nor false", text)
	}
	return nil
}

// checkReach returns an error if other machines reach a program that asks nobody who calls, and the operator has not said that this is meant. Who asks
// for its health need not say it again.
func (s *settings) checkReach(p Program) error {
	if s.stdio || s.healthcheck || s.addr == "" || isLoopback(s.addr) {
		return nil
	}
	if p.TLS != nil && s.scheme() == "http" {
		return fmt.Errorf("addr %q is reached by other machines, and the service is one that encrypts what callers send: --tls-cert FILE and --tls-key FILE name its certificate; where something in front of it has that, leave inbound: {tls: true} out of its manifest", s.addr)
	}
	if p.Guarded || s.allowAnyone || s.asksCallers() {
		return nil
	}
	return fmt.Errorf("addr %q is reached by other machines, and the service asks nobody who calls: with the key access in its manifest it does; if something in front of it does that, or anybody may call, say --allow-anyone or NACT_ALLOW_ANYONE=true", s.addr)
}

// openTLS returns what is wrong with what connections are to be encrypted by. Who asks for the health of the program that runs already reads none of it.
func (s *settings) openTLS() error {
	if s.tls == nil || s.healthcheck || s.stdio {
		return nil
	}
	return s.tls.Open()
}

// scheme returns that of the program's address.
func (s *settings) scheme() string {
	if s.tls != nil {
		if encrypts, _ := s.tls.Given(); encrypts {
			return "https"
		}
	}
	return "http"
}

// asksCallers reports whether callers have to prove by certificates who they are.
func (s *settings) asksCallers() bool {
	if s.tls == nil {
		return false
	}
	_, asks := s.tls.Given()
	return asks
}

// isLoopback reports whether only the machine itself reaches an address. Of host names, localhost is the one that says so.
func isLoopback(addr string) bool {
	host, _, _ := net.SplitHostPort(addr) // [settings.setAddr] has let it pass
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}
