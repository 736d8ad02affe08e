package cel

import (
	"net/url"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// URLQuery is url.query(link, name): the first value of a parameter in the query of
// a link, decoded. The link may be relative, down to the query alone ("?page=2").
// Parameters that do not decode have no name; a value that does not is an error.
func URLQuery(link, name string) (nact.Opt[string], error) {
	u, err := url.Parse(link)
	if err != nil {
		return nact.Opt[string]{}, notA("URL", link)
	}
	for pair := range strings.SplitSeq(u.RawQuery, "&") {
		key, value, _ := strings.Cut(pair, "=")
		if key, err := url.QueryUnescape(key); err != nil || key != name || pair == "" {
			continue
		}
		decoded, err := url.QueryUnescape(value)
		if err != nil {
			return nact.Opt[string]{}, notA("value in the query of a URL", value)
		}
		return nact.Some(decoded), nil
	}
	return nact.Opt[string]{}, nil
}

// URLSegment is url.segment(link, n): the n-th segment of the path of a link,
// decoded, from 0; a negative n counts from the end, -1 is the last. A slash at the
// end of the path does not count.
func URLSegment(link string, n int64) (nact.Opt[string], error) {
	u, err := url.Parse(link)
	if err != nil {
		return nact.Opt[string]{}, notA("URL", link)
	}
	path := strings.TrimSuffix(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	if path == "" {
		return nact.Opt[string]{}, nil
	}
	segments := strings.Split(path, "/")
	if n < 0 {
		n += int64(len(segments))
	}
	if n < 0 || n >= int64(len(segments)) {
		return nact.Opt[string]{}, nil
	}
	decoded, err := url.PathUnescape(segments[n])
	if err != nil {
		return nact.Opt[string]{}, notA("segment of a URL", segments[n])
	}
	return nact.Some(decoded), nil
}
