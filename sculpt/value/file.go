package value

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/spec"
)

// filePart reads parts of a multipart body that are files: bytes or text, or a mapping that gives them a name and a media type.
type filePart struct {
	tree
	name     string // the name of the part
	required bool
	encoding *spec.Encoding // what the document says of the part; nil: nothing
}

// fileKeys are the keys of a file.
var fileKeys = []string{"file", "filename", "type"}

// is reports whether a tree, for which the document has a schema, is a file: what the document calls one, and a mapping with the key file where
// it has text or anything.
func (f filePart) is(n *manifest.Node, s *spec.Schema) bool {
	if n.Kind == manifest.Map && (s.Kind == spec.String || s.Kind == spec.Any) {
		return operation.IsFile(s) || slices.ContainsFunc(n.Entries, func(e *manifest.Entry) bool { return e.Key.V == "file" })
	}
	return n.Kind == manifest.Scalar && operation.IsFile(s)
}

// list returns the parts of several files of one name, or nothing if one is wrong.
func (f filePart) list(n *manifest.Node) []ir.Node {
	var parts []ir.Node
	ok := true
	for i, item := range n.Items {
		of := f
		of.path += "[" + strconv.Itoa(i) + "]"
		part := of.part(item)
		ok = ok && part != nil
		parts = append(parts, part)
	}
	if !ok {
		return nil
	}
	return parts
}

// part is the part of a file. It is nil if something does not fit.
func (f filePart) part(n *manifest.Node) ir.Node {
	switch n.Kind {
	case manifest.Wrong:
		return nil
	case manifest.List:
		return f.found.refuse(n, "type", "this is a list where the document has one file")
	}
	content, filename, mediaType := n, ir.Node(ir.Text(fileName(f.name))), ir.Node(ir.Text(""))
	typed := false
	if n.Kind == manifest.Map {
		var ok bool
		if content, ok = f.keys(n); !ok {
			return nil
		}
		f.within = "file"
		for _, e := range n.Entries {
			switch e.Key.V {
			case "filename":
				filename = f.word(e.Value, "filename", fitsFilename)
			case "type":
				typed, mediaType = true, f.mediaType(e.Value)
			}
		}
	}
	if filename == nil || mediaType == nil || !typed && !f.untyped(n) {
		return nil
	}
	data := f.content(content)
	if data == nil {
		return nil
	}
	file := func(data ir.Node) ir.Node {
		if data.Type().Kind == ir.String {
			data = ir.FnBytes.Call(data)
		}
		return ir.FnNewFile.Call(ir.Text(f.name), data, filename, mediaType)
	}
	if data.Type().Kind == ir.Optional {
		return perhaps(data, f.name, file)
	}
	return file(data)
}

// fileName is the name of a file that the manifest gives none: that of its part. Without any, servers take a part for text.
func fileName(part string) string {
	return strings.NewReplacer("/", "_", `\`, "_", "[", "", "]", "").Replace(part)
}

// keys checks the keys of a file, and returns its content.
func (f filePart) keys(n *manifest.Node) (content *manifest.Node, ok bool) {
	ok = true
	for _, e := range n.Entries {
		switch {
		case !slices.Contains(fileKeys, e.Key.V):
			f.found.ErrorAt(e.Key, "unknown-key", "a file has no key %q%s", e.Key.V, diag.Known(e.Key.V, fileKeys))
			ok = false
		case e.Key.V == "file":
			content = e.Value
		}
	}
	if content == nil && ok {
		f.found.ErrorAt(n, "missing-key", "a file needs \"file\": its content, as in {file: \"${steps.pdf.body}\", filename: a.pdf, type: application/pdf}")
	}
	return content, ok && content != nil
}

// content is the content of a file: bytes or text, or an optional of them.
func (f filePart) content(n *manifest.Node) ir.Node {
	if n.Kind == manifest.Wrong {
		return nil
	}
	if n.Kind != manifest.Scalar || n.IsLiteral() && n.Literal == nil {
		return f.found.refuse(n, "type", "the content of a file is text or bytes")
	}
	if n.IsLiteral() {
		return f.Text(n.Scalar)
	}
	value := f.Untyped(n.Scalar)
	if value == nil {
		return nil
	}
	switch inner := present(value.Type()); {
	case inner.Nullable || inner.Kind != ir.String && inner.Kind != ir.Bytes:
		return f.found.refuse(n, "type", "this is %s, and the content of a file is text or bytes", inner.Phrase())
	case value.Type().Kind == ir.Optional && f.required:
		return f.found.refuse(n, "type", "this may be absent, and the document requires %s; say what stands for it, with .orValue(...)", f.name)
	case inner.Enum != nil:
		return f.found.refuse(n, "type", "this is %s, and the content of a file is text or bytes; write string(...)", inner.Phrase())
	}
	path := f.path
	if f.within == "file" {
		path += ".file"
	}
	return &ir.Placed{X: value, Place: path}
}

// word is the name of a file, or its media type.
func (f filePart) word(n *manifest.Node, what string, limit wireLimit) ir.Node {
	if n.Kind != manifest.Scalar {
		return f.found.refuse(n, "type", "%q of a file is text", what)
	}
	to := slot{Scope: f.Scope, schema: Anything, name: what, http: []wireLimit{limit}}
	value := to.scalar(n, ir.StringType, true)
	if value == nil || n.IsLiteral() {
		return value
	}
	return &ir.Placed{X: value, Place: f.path + "." + what}
}

// mediaType is the media type of a file. A literal has to be one that the document has for the part.
func (f filePart) mediaType(n *manifest.Node) ir.Node {
	value := f.word(n, "type", fitsHeader)
	if value == nil || !n.IsLiteral() {
		return value
	}
	switch given := operation.Essence(n.Text()); {
	case given == "" || !strings.Contains(given, "/"):
		return f.found.refuse(n, "content-type", "%q is no media type", n.Text())
	case !f.allowed(given):
		return f.found.refuse(n, "content-type", "the document has %s for this part", f.encoding.ContentType)
	}
	return value
}

// allowed reports whether the document has a media type for the part.
func (f filePart) allowed(given string) bool {
	if f.encoding == nil || f.encoding.ContentType == "" {
		return true
	}
	return slices.ContainsFunc(strings.Split(f.encoding.ContentType, ","), func(t string) bool {
		t = operation.Essence(t)
		kind, isRange := strings.CutSuffix(t, "/*")
		return t == given || t == "*/*" || isRange && strings.HasPrefix(given, kind+"/")
	})
}

// untyped reports whether a file needs no media type of its own. Where the document has several for it, that is a finding.
func (f filePart) untyped(n *manifest.Node) bool {
	if f.encoding == nil || f.encoding.ContentType == "" || operation.SingleType(f.encoding) != "" {
		return true
	}
	f.found.ErrorAt(n, "content-type", "the document has %s for this part: say which, as in {file: ..., filename: ..., type: ...}", f.encoding.ContentType)
	return false
}
