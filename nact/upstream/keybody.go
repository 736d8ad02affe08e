package upstream

import (
	"bytes"
	"errors"
	"net/url"
	"slices"
	"strings"
)

// KeyInBody is the key as a member of the body, which is an object in JSON or a form, and has no such member.
func KeyInBody(member string) Key { return bodyKey(member) }

type bodyKey string

func (k bodyKey) put(r *request, key string) error {
	if strings.HasPrefix(r.header.Get("Content-Type"), "application/x-www-form-urlencoded") {
		if len(r.body) > 0 {
			r.body = append(slices.Clip(r.body), '&')
		}
		r.body = append(slices.Clip(r.body), url.Values{string(k): {key}}.Encode()...)
		return nil
	}
	members, isObject := bytes.CutPrefix(r.body, []byte("{"))
	if !isObject {
		return errors.New("the body is no object, so that no key can stand in it")
	}
	member := stringJSON(string(k)) + ":" + stringJSON(key)
	if !bytes.Equal(members, []byte("}")) {
		member += ","
	}
	r.body = slices.Concat([]byte("{"+member), members)
	return nil
}
