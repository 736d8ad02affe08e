package upstream

import "net/url"

// Location returns where the Location header leads, seen from the URL that was called, for [Options]; empty if there is none.
func (a Answer) Location() string {
	location := a.Header.Get("Location")
	if location == "" || a.asked == nil {
		return location
	}
	from := url.URL{Scheme: a.asked.Scheme, Host: a.asked.Host, Path: a.asked.Path, RawPath: a.asked.RawPath} // its query may hold a credential
	to, err := from.Parse(location)
	if err != nil {
		return location // which is refused when it is followed
	}
	return to.String()
}
