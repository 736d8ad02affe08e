package cel

// What the values of a JSON text may take in memory: a base, and so much for each byte of the text.
const (
	jsonMemory        = 4 << 20
	jsonMemoryPerByte = 16
)

var errJSONValues = error(publicError("json.parse: the text has more values than one of its size may have"))

// fitsMemory reports whether the values of a JSON text stay within what they may take, by about what encoding/json takes for
// objects and arrays with something in them and for the elements of both. What is no JSON may come out as anything.
func fitsMemory(s string) bool {
	const (
		object  = 350
		array   = 64
		element = 64
	)
	left := jsonMemory + jsonMemoryPerByte*len(s)
	for i := 0; i < len(s) && left >= 0; i++ {
		switch s[i] {
		case '"':
			i = textEnd(s, i)
		case '{':
			left -= object
		case '[':
			left -= array
		case ',':
			left -= element
		}
	}
	return left >= 0
}

// textEnd returns where the JSON string ends that begins at s[i].
func textEnd(s string, i int) int {
	for i++; i < len(s) && s[i] != '"'; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	return i
}
