package spec

// Outline is a short description of an operation, for lists.
type Outline struct {
	Summary     string   // plain text of one line, or empty
	Description string   // as the document has it, any number of lines
	Tags        []string // in the document's order
	Deprecated  bool
	Reads       bool // as [Operation] has it
}

// Outline returns the outline of an operation that [Document.Operations]
// listed. Nothing is resolved for it. Of an operation that cannot be read, it
// has as much as was read; what is wrong is for [Document.Resolve] to say.
func (d *Document) Outline(e Entry) Outline {
	d.mu.Lock()
	defer d.mu.Unlock()
	l, ok := d.listed[e]
	if !ok {
		return Outline{}
	}
	reader := lister{doc: d, lib: d.resolver.lib}
	at := place{l.file, l.op}
	for range maxChain {
		if at.value.container() != mapNode {
			break
		}
		outline, ref := at.outline()
		if ref == nil {
			return outline
		}
		next, err := reader.follow(at.file, ref)
		if err != nil {
			break
		}
		at = next
	}
	return Outline{}
}

// outline reads the operation at p, which may be a reference to another one.
func (p place) outline() (o Outline, ref cursor) {
	// A member that cannot be read ends the walk.
	_ = p.value.members(func(name string, value cursor) error {
		switch name {
		case "$ref":
			ref = value
		case "summary", "description", "deprecated":
			if value.container() != textNode {
				return nil
			}
			_, text, err := value.scalar()
			o.set(name, text)
			return err
		case readOnlyKey:
			o.Reads = readOnly(p.file.load(value))
		case "tags":
			o.Tags = texts(p.file.load(value))
		}
		return nil
	})
	return o, ref
}

func (o *Outline) set(name, text string) {
	switch name {
	case "summary":
		o.Summary = oneLine(text)
	case "description":
		o.Description = text
	case "deprecated":
		o.Deprecated = text == "true"
	}
}

// texts returns the strings in a list.
func texts(list *node) []string {
	var texts []string
	for _, item := range list.items {
		if item.kind == textNode {
			texts = append(texts, item.text)
		}
	}
	return texts
}
