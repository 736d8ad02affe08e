package cel

// How many bytes of memory the values of a JSON text may take: so many in any case, and so many for each byte of the text.
const (
	jsonMemory        = 4 << 20
	jsonMemoryPerByte = 16
)

var errJSONValues = error(publicError("json.parse: the text has more values than one of its size may have"))

// fitsMemory reports whether the values of a JSON text stay within the memory that they may take. It counts about what encoding/json takes
// for objects and arrays that are not empty, and for their elements. For a text that is no JSON the result has no meaning.
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
