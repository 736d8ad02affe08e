package server

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/nactgen/nactgen/nact/health"
)

// healthcheckTime is how long the program may take to answer.
const healthcheckTime = 3 * time.Second

// Healthcheck asks the program that listens already how it is, for containers that have no other program to ask with. It returns an exit code: 0 if what
// listens at the address answers that it lives, and otherwise 1, with why on the standard error.
func Healthcheck(a Asked) int {
	ctx, cancel := context.WithTimeout(a.ctx, healthcheckTime)
	defer cancel()
	if err := askHealth(ctx, a.settings.scheme+"://"+ownAddress(a.settings.addr)+health.Live); err != nil {
		fmt.Fprintf(a.stderr, "%s: %v\n", a.program.Name, err)
		return exitError
	}
	return exitDone
}

func askHealth(ctx context.Context, url string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	// There is no proxy in front of the machine itself. The certificate of the program is for the names of the service, and this address is none: whether it
	// answers is all that is asked, and nothing is sent.
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	answer, err := transport.RoundTrip(request)
	if err != nil {
		return err
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", url, answer.Status)
	}
	return nil
}

// ownAddress returns where the machine itself reaches what listens at an address: one that stands for all of its addresses is none to ask at.
func ownAddress(addr string) string {
	host, port, _ := net.SplitHostPort(addr) // [settings.setAddr] has let it pass
	ip, err := netip.ParseAddr(host)
	switch {
	case host == "" || err == nil && ip.Is4() && ip.IsUnspecified():
		host = "127.0.0.1"
	case err == nil && ip.IsUnspecified():
		host = "::1"
	}
	return net.JoinHostPort(host, port)
}
