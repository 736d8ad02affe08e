// Package spec reads documents of OpenAPI 3.0, 3.1 and 3.2 and of Swagger 2.0,
// and resolves the operations asked for into plain types.
//
// [Open] and [Parse] only index a document: they list its operations and
// leave the rest unread. [Document.Resolve] then follows the references of the
// operations it is given, has libopenapi read the single values of the objects
// it meets, reads schemas itself, and returns [Operation] and [Schema]. So the
// cost of a large document is that of finding the ends of its values, plus
// that of the operations in use. A part that cannot be read has a [Fault], which
// matters to whoever uses the part.
//
// A document is hostile until read. Its size, nesting, aliases and references
// are limited; whatever is wrong with it is an [Error] with a position. A
// reference may lead to another file only by a relative path to a regular
// file that is named .json, .yaml or .yml; one with a scheme or a host is
// refused unless the tree has an [inputs.Remote], and an absolute path always.
package spec
