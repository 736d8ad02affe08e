package jsonscan

// maxDepth is how deep a text may nest that [Valid] takes, as with encoding/json.
const maxDepth = 10000

// Valid reports whether data is one JSON text: what encoding/json calls valid.
func Valid(data []byte) bool {
	end, bad := Value(data, 0, maxDepth)
	return bad == "" && Space(data, end) == len(data)
}

// Value scans the value at data[i], or behind spaces there. It checks all of
// it, so that it accepts exactly what encoding/json calls valid, down to depth levels.
func Value(data []byte, i, depth int) (int, Problem) {
	i = Space(data, i)
	if i >= len(data) {
		return len(data), EndsEarly
	}
	switch c := data[i]; c {
	case '"':
		end, _, bad := String(data, i)
		return end, bad
	case '{', '[':
		if depth == 0 {
			return i, TooDeep
		}
		return skipElements(data, i+1, depth-1, c+2) // in ASCII a closing bracket is two behind the opening one
	case 'n':
		return Literal(data, i, "null")
	case 't':
		return Literal(data, i, "true")
	case 'f':
		return Literal(data, i, "false")
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return Number(data, i)
	}
	return i, badValue
}

// skipElements skips an array, or an object if closing is a brace, from behind its opening bracket.
func skipElements(data []byte, i, depth int, closing byte) (end int, bad Problem) {
	i = Space(data, i)
	if i < len(data) && data[i] == closing {
		return i + 1, ""
	}
	for done := false; !done; {
		if closing == '}' {
			if i, _, bad = Member(data, i); bad != "" {
				return i, bad
			}
		}
		if i, bad = Value(data, i, depth); bad != "" {
			return i, bad
		}
		if i < len(data) && data[i] == ',' {
			i++
		} else if i, done, bad = Comma(data, i, closing); bad != "" {
			return i, bad
		}
	}
	return i, ""
}

// Name is the name of a member: where its text is, and what it needs.
type Name struct {
	Start, End int // of the text between the quotes
	Form       Form
}

// Member scans a member name and the colon behind it.
func Member(data []byte, i int) (int, Name, Problem) {
	i = Space(data, i)
	switch {
	case i >= len(data):
		return len(data), Name{}, EndsEarly
	case data[i] != '"':
		return i, Name{}, badKey
	}
	end, form, bad := String(data, i)
	if bad != "" {
		return end, Name{}, bad
	}
	name := Name{i + 1, end - 1, form}
	i = Space(data, end)
	switch {
	case i >= len(data):
		return len(data), name, EndsEarly
	case data[i] != ':':
		return i, name, badColon
	}
	return i + 1, name, ""
}

// Comma skips what follows an element: a comma, or the closing bracket, which it reports.
func Comma(data []byte, i int, closing byte) (end int, closed bool, bad Problem) {
	i = Space(data, i)
	switch {
	case i >= len(data):
		return len(data), false, EndsEarly
	case data[i] == ',':
		return i + 1, false, ""
	case data[i] == closing:
		return i + 1, true, ""
	case closing == '}':
		return i, false, badMember
	}
	return i, false, badComma
}
