package lock

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsonscan"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// field is a key that a mapping may have. Read stores its value, and reports whether that has the right kind.
type field struct {
	key      string
	required bool
	read     func(n *node) bool
}

// mapping reads a mapping with fixed keys. Messages call it by what, and report missing keys at the owner.
func (r *reader) mapping(n *node, what string, owner Mark, fields []field) {
	if n.kind != mapping {
		r.errorf(n.at, "wrong-kind", "%s must be a mapping", what)
		return
	}
	var keys []string
	for _, f := range fields {
		keys = append(keys, f.key)
	}
	given := map[string]bool{}
	for _, e := range n.entries {
		i := slices.Index(keys, e.key.text)
		switch {
		case i < 0:
			r.errorf(e.key.at, "unknown-key", "unknown key %.60q in %s%s", e.key.text, what, diag.DidYouMean(e.key.text, keys))
		case given[e.key.text]:
			r.errorf(e.key.at, "duplicate-key", "the key %s stands twice in %s", e.key.text, what)
		case !fields[i].read(e.value):
			r.errorf(e.value.at, "wrong-kind", "%s of %s is not of the right kind", e.key.text, what)
		}
		given[e.key.text] = true
	}
	for _, f := range fields {
		if f.required && !given[f.key] {
			r.errorf(owner, "missing-key", "missing key %q in %s", f.key, what)
		}
	}
}

// each returns a function that reads a mapping whose keys are names, and calls add for each. A name that occurs twice is an error.
func (r *reader) each(what string, add func(name string, e *entry)) func(*node) bool {
	return func(n *node) bool {
		if n.kind != mapping {
			return false
		}
		given := map[string]bool{}
		for _, e := range n.entries {
			if given[e.key.text] {
				r.errorf(e.key.at, "duplicate-key", "the %s %.60s stands twice", what, e.key.text)
				continue
			}
			given[e.key.text] = true
			add(e.key.text, e)
		}
		return true
	}
}

func text[T ~string](dst *T) func(*node) bool {
	return func(n *node) bool {
		*dst = T(n.text)
		return n.kind == scalar
	}
}

func texts(dst *[]string) func(*node) bool {
	return func(n *node) bool {
		for _, item := range n.items {
			*dst = append(*dst, item.text)
		}
		return n.kind == list
	}
}

func boolean(dst *bool) func(*node) bool {
	return func(n *node) bool {
		*dst = n.text == "true"
		return n.kind == scalar && !n.quoted && (n.text == "true" || n.text == "false")
	}
}

func integer(dst *int) func(*node) bool {
	return func(n *node) bool {
		var err error
		*dst, err = strconv.Atoi(n.text)
		return err == nil && !n.quoted
	}
}

// bound reads a bound of an input of a type, which stands before it.
func bound(t nact.Type, n *node, whole **int64, real **float64) bool {
	switch v := n.literal().(type) {
	case int64:
		if t == nact.Number {
			*real = nact.Bound(float64(v))
		} else {
			*whole = &v
		}
		return true
	case float64:
		*real = &v
		return t == nact.Number
	}
	return false
}

// valueOf returns a default or an example as a value of the type of an input: 5 is a number as well, and a list stands as its JSON text.
func valueOf(in *nact.Input, v any) any {
	switch v := v.(type) {
	case int64:
		if in.Type == nact.Number {
			return float64(v)
		}
	case string:
		if in.Type == nact.List {
			reader := nact.Tool{}.ReadingAll()
			if list, wrong := nact.ReadList(&reader, in, v, true); wrong == nil {
				return list
			}
		}
	}
	return v
}

func checksum(dst *string) func(*node) bool {
	return func(n *node) bool {
		sum, known := strings.CutPrefix(n.text, hashPrefix)
		*dst = sum
		return known && n.kind == scalar
	}
}

func literalOf(dst *any) func(*node) bool {
	return func(n *node) bool {
		*dst = n.literal()
		return n.kind == scalar
	}
}

func literals(dst *[]any) func(*node) bool {
	return func(n *node) bool {
		for _, item := range n.items {
			*dst = append(*dst, item.literal())
		}
		return n.kind == list
	}
}

// literal is a scalar as a number, a boolean or a text.
func (n *node) literal() any {
	if n.quoted {
		return n.text
	}
	if n.text == "true" || n.text == "false" {
		return n.text == "true"
	}
	if number, err := strconv.ParseInt(n.text, 10, 64); err == nil {
		return number
	}
	if end, wrong := jsonscan.Number([]byte(n.text), 0); wrong == "" && end == len(n.text) {
		if number, err := strconv.ParseFloat(n.text, 64); err == nil {
			return number
		}
	}
	return n.text
}
