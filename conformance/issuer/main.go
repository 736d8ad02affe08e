// Command issuer is an OpenID Connect provider for tests: that of github.com/zitadel/oidc, with clients that tests know. It stands in a module of its own,
// which nothing but tests needs.
//
// It listens on loopback and prints its URL. What stands on a line of its standard input it does, and prints that line again when it has: down closes its
// listener and all connections, up opens the listener again, rotate replaces the key that it signs with. It ends with its input.
package main

import (
	"bufio"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"

	"github.com/zitadel/oidc/v3/pkg/op"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	issuer := "http://" + listener.Addr().String()
	known, err := newStore(issuer)
	if err != nil {
		log.Fatal(err)
	}
	handler, err := newHandler(issuer, known)
	if err != nil {
		log.Fatal(err)
	}
	server := serve(listener, handler)
	fmt.Println(issuer)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); fmt.Println(lines.Text()) {
		switch lines.Text() {
		case "down":
			err = server.Close()
		case "up":
			if listener, err = net.Listen("tcp", listener.Addr().String()); err == nil {
				server = serve(listener, handler)
			}
		case "rotate":
			err = known.rotate()
		default:
			err = fmt.Errorf("%q is none of down, up, rotate", lines.Text())
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}

func serve(listener net.Listener, handler http.Handler) *http.Server {
	server := &http.Server{Handler: handler}
	go server.Serve(listener) // its error is that it was closed
	return server
}

// newHandler returns the provider.
func newHandler(issuer string, known *store) (http.Handler, error) {
	config := &op.Config{CodeMethodS256: true, AuthMethodPost: true, GrantTypeRefreshToken: true}
	provider, err := op.NewProvider(config, known, op.StaticIssuer(issuer), op.WithAllowInsecure())
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		provider.ServeHTTP(w, r.WithContext(withTargets(r.Context(), r.Form)))
	}), nil
}
