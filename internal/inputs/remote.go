package inputs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Limits of what is fetched in one run.
const (
	remoteFiles     = 200
	remoteSize      = 16 << 20 // bytes of one file
	remoteTime      = 30 * time.Second
	remoteRedirects = 5
)

// Remote fetches files over https, as far as it is allowed to. It sends no credentials and keeps no cookies.
type Remote struct {
	client  *http.Client
	fetched int
}

// NewRemote returns a Remote with the transport of a client, which may be http.DefaultClient.
func NewRemote(client *http.Client) *Remote {
	return &Remote{client: &http.Client{Transport: client.Transport, Timeout: remoteTime, CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if len(via) > remoteRedirects {
			return fmt.Errorf("it redirects more than %d times", remoteRedirects)
		}
		return checkRemote(r.URL)
	}}}
}

// checkRemote returns why a URL is not fetched, or nil.
func checkRemote(u *url.URL) error {
	switch {
	case u.Scheme != "https" || u.Host == "":
		return errors.New("only https is fetched")
	case u.User != nil:
		return errors.New("its URL has credentials, and none are sent; save the file beside the document and refer to it by a relative path")
	}
	return nil
}

// Read returns the content at an address, which a later run may find changed.
func (r *Remote) Read(address *url.URL) ([]byte, error) {
	if err := checkRemote(address); err != nil {
		return nil, err
	}
	if r.fetched++; r.fetched > remoteFiles {
		return nil, fmt.Errorf("more than %d files would be fetched", remoteFiles)
	}
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/yaml, application/json, */*;q=0.5")
	answer, err := r.client.Do(request)
	if err != nil {
		return nil, withoutAddress(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("it answers %s", answer.Status)
	}
	content, err := io.ReadAll(io.LimitReader(answer.Body, remoteSize+1))
	switch {
	case err != nil:
		return nil, withoutAddress(err)
	case len(content) > remoteSize:
		return nil, fmt.Errorf("it has more than %d MiB", remoteSize>>20)
	}
	return content, nil
}

// withoutAddress returns an error without the address, which the message around it has.
func withoutAddress(err error) error {
	var located *url.Error
	if errors.As(err, &located) {
		return located.Err
	}
	return err
}
