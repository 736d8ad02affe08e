// Package yamltext changes single places of a text that is YAML, and leaves every other byte as it is.
package yamltext

// Edit puts text in the place of the bytes from Start to End.
type Edit struct {
	Start, End int
	Text       string
}

// Apply returns a text after the edit.
func (e Edit) Apply(src []byte) []byte {
	out := make([]byte, 0, len(src)+len(e.Text))
	out = append(out, src[:e.Start]...)
	out = append(out, e.Text...)
	return append(out, src[e.End:]...)
}
