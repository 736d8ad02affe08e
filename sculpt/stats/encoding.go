package stats

import (
	"sync"

	"github.com/tiktoken-go/tokenizer/codec"
)

// Encoding counts the tokens that a text is to the models that read it by these tables.
type Encoding struct {
	Name  string // as tiktoken calls it
	codec func() *codec.Codec
}

// Encodings are those that there are, the one that counts if nothing is said first. The tables of others would make the command larger.
var Encodings = []*Encoding{
	{"o200k_base", sync.OnceValue(codec.NewO200kBase)},
	{"cl100k_base", sync.OnceValue(codec.NewCl100kBase)},
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

// EncodingNames are the names of all encodings.
func EncodingNames() []string {
	var names []string
	for _, e := range Encodings {
		names = append(names, e.Name)
	}
	return names
}

// Count returns how many tokens a text is.
func (e *Encoding) Count(text []byte) (int, error) { return e.codec().Count(string(text)) }
