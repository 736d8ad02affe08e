package draft

import "github.com/nactgen/nactgen/internal/yamlout"

// What the text of a draft is made of.
type (
	value     = yamlout.Value
	literal   = yamlout.Literal
	text      = yamlout.Text
	mapping   = yamlout.Mapping
	entry     = yamlout.Entry
	list      = yamlout.List
	commented = yamlout.Commented
	block     = yamlout.Block
	writer    = yamlout.Writer
)
