package cel

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// URLEncode is url.encode(text): a text as a part of a URL, a segment of its path or a
// name or a value of its query. All but letters, digits and -._~ is percent-encoded (RFC
// 3986), a blank as %20.
func URLEncode(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// URLDecode is url.decode(text): a text without its percent-encoding. A plus sign stays
// one. It is an error if a percent sign starts no two digits, or if what comes of it is
// not UTF-8.
func URLDecode(text string) (string, error) {
	decoded, err := url.PathUnescape(text)
	if err != nil || !utf8.ValidString(decoded) {
		return "", notA("percent-encoded text", text)
	}
	return decoded, nil
}

// URLEncodeQuery is url.encodeQuery(map): names and values as the query of a URL, without the
// question mark, in the order of the names.
func URLEncodeQuery(params map[string]string) string {
	pairs := make([]string, 0, len(params))
	for _, name := range slices.Sorted(maps.Keys(params)) {
		pairs = append(pairs, URLEncode(name)+"="+URLEncode(params[name]))
	}
	return strings.Join(pairs, "&")
}
