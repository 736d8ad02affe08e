package value

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/spec"
)

// Raw is a scalar of the manifest as a body that is sent as it is: bytes, or text in UTF-8.
func (s *Scope) Raw(n *manifest.Node, media *spec.Media) ir.Node {
	switch charset := operation.Charset(media.Type); {
	case n.Kind == manifest.Wrong:
		return nil
	case n.Kind != manifest.Scalar:
		return s.found.refuse(n, "type", "a body of %s is not made of a tree: give its text, or bytes", media.Type)
	case n.IsLiteral() && n.Literal == nil:
		return s.found.refuse(n, "type", "a body of %s is text or bytes, and not null", media.Type)
	case charset != "" && charset != "utf-8" && charset != "us-ascii":
		return s.found.refuse(n, "not-implemented", "the document has text in %s here, and this release sends text in UTF-8 alone", charset)
	}
	to := slot{Scope: s, schema: Anything, name: "body"}
	if media.Schema.Kind == spec.String {
		to.schema = media.Schema
	}
	if e := n.Scalar.Single(); e != nil {
		return to.raw(e, media.Type)
	}
	return bytesOf(to.scalar(n, ir.StringType, true))
}

// raw is an expression of text or bytes.
func (s slot) raw(e *manifest.Expr, mediaType string) ir.Node {
	value := s.Compile(e)
	if value == nil {
		return nil
	}
	switch t := value.Type(); {
	case t.Kind == ir.Optional:
		return value // which is reported
	case t.Kind == ir.Bytes && !t.Nullable:
		return value
	case t.Kind != ir.String && t.Kind != ir.Dyn || t.Nullable:
		return s.found.refuse(e, "type", "this is %s, and a body of %s is text or bytes", t.Phrase(), mediaType)
	case !s.allows(e, value):
		return nil
	}
	return bytesOf(s.guarded(s.Assign(e, value, ir.StringType)))
}

// bytesOf are the bytes of a text. Of nil it is nil.
func bytesOf(text ir.Node) ir.Node {
	if text == nil {
		return nil
	}
	return ir.FnBytes.Call(text)
}
