package upstream

import "net/url"

// KeyInQuery is the key as a parameter of the query.
func KeyInQuery(name string) Key { return queryKey(name) }

type queryKey string

func (k queryKey) put(r *request, key string) error {
	pair := url.Values{string(k): {key}}.Encode()
	if r.url.RawQuery != "" {
		pair = "&" + pair
	}
	r.url.RawQuery += pair
	return nil
}
