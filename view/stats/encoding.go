package stats

import "github.com/nactgen/nactgen/internal/tiktoken"

// Encoding counts tokens as models with its tables do.
type Encoding struct {
	Name string // as tiktoken calls it

	tables *tiktoken.Encoding
}

// Encodings are all encodings, the default first. The tables of further ones would make the command larger.
var Encodings = []*Encoding{
	{Name: "o200k_base", tables: tiktoken.O200kBase},
	{Name: "cl100k_base", tables: tiktoken.Cl100kBase},
}

// FindEncoding returns the encoding with a name, or nil.
func FindEncoding(name string) *Encoding {
	for _, e := range Encodings {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// EncodingNames returns the names of [Encodings].
func EncodingNames() []string {
	var names []string
	for _, e := range Encodings {
		names = append(names, e.Name)
	}
	return names
}

// Count returns the number of tokens of a text.
func (e *Encoding) Count(text []byte) (int, error) { return e.tables.Count(string(text)) }
