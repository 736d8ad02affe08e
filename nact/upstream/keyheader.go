package upstream

// KeyInHeader is the key as a header.
func KeyInHeader(name string) Key { return headerKey(name) }

type headerKey string

func (k headerKey) put(r *request, key string) error {
	r.header.Set(string(k), key)
	return nil
}
