package cel

import (
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// Pointer is pointer.get(v, path): what a JSON pointer (RFC 6901) leads to in v. It is
// absent if the pointer leads nowhere: through a member or an element that is not
// there, through null, or into a scalar. A path that is no pointer is an error.
func Pointer(v any, path string) (nact.Opt[any], error) {
	tokens, err := PointerTokens(path)
	if err != nil {
		return nact.Opt[any]{}, err
	}
	for _, token := range tokens {
		var ok bool
		if v, ok = step(plain(v), token); !ok {
			return nact.Opt[any]{}, nil
		}
	}
	return nact.Some(v), nil
}

// step goes into a plain value, by one token. An optional is what it holds, as in a selection.
func step(value any, token string) (any, bool) {
	switch value := value.(type) {
	case mapping:
		return value.find(token)
	case list:
		if i, ok := arrayIndex(token); ok && i < value.size() {
			return value.at(i), true
		}
	case nact.Opt[any]:
		return step(plain(value.Value), token)
	}
	return nil, false
}

// arrayIndex returns the index that a token stands for: decimal digits without leading zeros.
func arrayIndex(token string) (int, bool) {
	i, err := strconv.ParseUint(token, 10, 31)
	return int(i), err == nil && strconv.FormatUint(i, 10) == token
}

// PointerTokens returns the tokens of a JSON pointer, unescaped. The empty pointer, which is the whole value, has none.
func PointerTokens(pointer string) ([]string, error) {
	if pointer == "" {
		return nil, nil
	}
	if pointer[0] != '/' {
		return nil, wrongText(pointer, "is not a JSON pointer: it starts with a slash, or is empty")
	}
	tokens := strings.Split(pointer[1:], "/")
	for i, token := range tokens {
		if strings.Count(token, "~") != strings.Count(token, "~0")+strings.Count(token, "~1") {
			return nil, wrongText(pointer, "is not a JSON pointer: a tilde is written ~0, a slash in a name ~1")
		}
		tokens[i] = unescapeToken.Replace(token)
	}
	return tokens, nil
}

var unescapeToken = strings.NewReplacer("~1", "/", "~0", "~")
