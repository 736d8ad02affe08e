package stats

import "github.com/nactgen/nactgen/internal/tiktoken"

// Encoding counts the tokens that a text is to the models that read it by these tables.
type Encoding struct {
	Name string // as tiktoken calls it

	tables *tiktoken.Encoding
}

// Encodings are those that there are, the one that counts if nothing is said first. The tables of others would make the command larger.
var Encodings = []*Encoding{
	{Name: "o200k_base", tables: tiktoken.O200kBase},
	{Name: "cl100k_base", tables: tiktoken.Cl100kBase},
}

// FindEncoding returns the encoding of a name; nil if there is none.
func FindEncoding(name string) *Encoding {
	for _, e := range Encodings {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// EncodingNames are the names of [Encodings].
func EncodingNames() []string {
	var names []string
	for _, e := range Encodings {
		names = append(names, e.Name)
	}
	return names
}

// Count returns how many tokens a text is.
func (e *Encoding) Count(text []byte) (int, error) { return e.tables.Count(string(text)) }
