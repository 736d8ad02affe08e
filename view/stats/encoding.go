package stats

import "github.com/tiktoken-go/tokenizer/codec"

// Encoding counts the tokens that a text is to the models that read it by these tables. It must not be used by several goroutines at the same time.
type Encoding struct {
	Name string // as tiktoken calls it

	open  func() *codec.Codec // takes a moment
	codec *codec.Codec        // nil: nothing was counted yet
}

// Encodings are those that there are, the one that counts if nothing is said first. The tables of others would make the command larger.
var Encodings = []*Encoding{
	{Name: "o200k_base", open: codec.NewO200kBase},
	{Name: "cl100k_base", open: codec.NewCl100kBase},
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
func (e *Encoding) Count(text []byte) (int, error) {
	if e.codec == nil {
		e.codec = e.open()
	}
	return e.codec.Count(string(text))
}
