package upstream

// Any reads any value: nil, bool, float64, string, []any or map[string]any, as encoding/json does.
func (d *Decoder) Any() any {
	if d.err != nil {
		return nil
	}
	switch d.peek() {
	case '{':
		return Map(d, (*Decoder).Any)
	case '[':
		d.spend(sliceSize)
		return List(d, (*Decoder).Any)
	case '"':
		d.spend(stringSize)
		return d.String()
	case 't', 'f':
		return d.Bool()
	case 'n':
		d.literal("null")
		return nil
	}
	d.spend(numberSize)
	return d.Float()
}
