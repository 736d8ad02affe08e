package upstream

import (
	"net/http"
	"strings"
)

// Headers returns the headers by their names in lower case; several values of
// one name are joined by ", ". The caller must not change them.
func (a Answer) Headers() map[string]string {
	if a.byName == nil {
		return lowered(a.Header)
	}
	return a.byName.of(a.Header)
}

func (l *loweredHeader) of(header http.Header) map[string]string {
	l.once.Do(func() { l.values = lowered(header) })
	return l.values
}

func lowered(header http.Header) map[string]string {
	headers := make(map[string]string, len(header))
	for name, values := range header {
		headers[strings.ToLower(name)] = strings.Join(values, ", ")
	}
	return headers
}
