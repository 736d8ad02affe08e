package upstream

// skipValue returns the offset after the value at data[i]. It checks all of
// it, so that it accepts exactly what encoding/json calls valid, down to depth levels.
func skipValue(data []byte, i, depth int) (int, problem) {
	i = skipSpace(data, i)
	if i >= len(data) {
		return len(data), endsEarly
	}
	switch c := data[i]; c {
	case '"':
		end, _, bad := scanString(data, i)
		return end, bad
	case '{', '[':
		if depth == 0 {
			return i, tooDeep
		}
		if c == '{' {
			return skipObject(data, i+1, depth-1)
		}
		return skipArray(data, i+1, depth-1)
	case 'n':
		return scanLiteral(data, i, "null")
	case 't':
		return scanLiteral(data, i, "true")
	case 'f':
		return scanLiteral(data, i, "false")
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return scanNumber(data, i)
	}
	return i, badValue
}

// skipObject skips an object from behind its brace.
func skipObject(data []byte, i, depth int) (end int, bad problem) {
	i = skipSpace(data, i)
	if i < len(data) && data[i] == '}' {
		return i + 1, ""
	}
	for done := false; !done; {
		if i, _, bad = scanKey(data, i); bad != "" {
			return i, bad
		}
		if i, bad = skipValue(data, i, depth); bad != "" {
			return i, bad
		}
		if i < len(data) && data[i] == ',' {
			i++
		} else if i, done, bad = skipComma(data, i, '}'); bad != "" {
			return i, bad
		}
	}
	return i, ""
}

// skipArray skips an array from behind its bracket.
func skipArray(data []byte, i, depth int) (end int, bad problem) {
	i = skipSpace(data, i)
	if i < len(data) && data[i] == ']' {
		return i + 1, ""
	}
	for done := false; !done; {
		if i, bad = skipValue(data, i, depth); bad != "" {
			return i, bad
		}
		if i < len(data) && data[i] == ',' {
			i++
		} else if i, done, bad = skipComma(data, i, ']'); bad != "" {
			return i, bad
		}
	}
	return i, ""
}

// key is a scanned member name: where its text is, and what it needs.
type key struct {
	start, end int // of the text between the quotes
	form       textForm
}

// scanKey scans a member name and the colon behind it.
func scanKey(data []byte, i int) (int, key, problem) {
	i = skipSpace(data, i)
	switch {
	case i >= len(data):
		return len(data), key{}, endsEarly
	case data[i] != '"':
		return i, key{}, badKey
	}
	end, form, bad := scanString(data, i)
	if bad != "" {
		return end, key{}, bad
	}
	name := key{i + 1, end - 1, form}
	i = skipSpace(data, end)
	switch {
	case i >= len(data):
		return len(data), name, endsEarly
	case data[i] != ':':
		return i, name, badColon
	}
	return i + 1, name, ""
}

// skipComma skips what follows an element: a comma, or the closing bracket, which it reports.
func skipComma(data []byte, i int, closing byte) (end int, closed bool, bad problem) {
	i = skipSpace(data, i)
	switch {
	case i >= len(data):
		return len(data), false, endsEarly
	case data[i] == ',':
		return i + 1, false, ""
	case data[i] == closing:
		return i + 1, true, ""
	case closing == '}':
		return i, false, badMember
	}
	return i, false, badComma
}
