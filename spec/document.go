package spec

import (
	"strings"
	"sync"

	"github.com/nactgen/nactgen/internal/inputs"
)

// Document is an opened OpenAPI document. Its methods may be called from
// several goroutines; calls that resolve wait for one another. What they
// return is never changed afterwards and may be shared.
type Document struct {
	main     *file
	version  string
	title    string
	old      *swagger // nil unless the document is of Swagger 2.0
	entries  []Entry
	overlays []Applied

	mu       sync.Mutex
	resolver *resolver
	listed   map[Entry]*listing
	unlisted []error
}

// Open reads the document at path, JSON or YAML by its content, and changes it
// by the overlays, in their order. The path, as
// given, is what positions name. References to other files are relative to its
// folder.
func Open(path string, overlays ...Overlay) (*Document, error) {
	return OpenIn(inputs.Tree{}, path, overlays...)
}

// OpenIn is [Open] for a document of a tree; references do not lead out of it.
func OpenIn(from inputs.Tree, path string, overlays ...Overlay) (*Document, error) {
	data, err := from.Read(path, maxFileSize)
	if err != nil {
		return nil, &Error{Pos: Position{File: path}, Message: "cannot read the document: " + err.Error()}
	}
	return parse(newLibrary(from), path, data, overlays)
}

// Parse is [Open] for a document that is already in memory. References to
// other files are relative to the folder of name. The document keeps data,
// which must not be changed any more.
func Parse(name string, data []byte, overlays ...Overlay) (*Document, error) {
	return parse(newLibrary(inputs.Tree{}), name, data, overlays)
}

func parse(lib *library, name string, data []byte, overlays []Overlay) (*Document, error) {
	d := &Document{listed: map[Entry]*listing{}}
	var err error
	if d.main, err = lib.add(name, data); err == nil {
		if d.overlays, err = lib.patch(d.main, overlays); err != nil {
			return nil, err
		}
		err = d.readHead()
	}
	if err != nil {
		if format := formatOf(data); format != "" {
			err = errorAt(Position{File: name, Line: 1, Column: 1}, "the document is %s and no OpenAPI document; only OpenAPI 3 and Swagger 2.0 are read: describe what tools call in one of these", format)
		}
		return nil, err
	}
	if d.version == swaggerVersion {
		d.old = &swagger{lib: lib, main: d.main}
	}
	d.resolver = newResolver(lib, d.version)
	return d, d.list(lib)
}

// swaggerVersion is the version of documents of Swagger 2.0.
const swaggerVersion = "2.0"

// head are the top-level members that say what a document is.
var head = []string{"swagger", "openapi", "info"}

func (d *Document) readHead() error {
	if d.main.root.container() != mapNode {
		return errorAt(posOf(d.main.root), "the document is not an OpenAPI document: it must be an object")
	}
	found := map[string]*node{}
	for _, name := range head {
		n, err := d.main.node([]string{name})
		if err != nil {
			return err
		}
		if n != nil && n.kind == faultNode && name != "info" {
			return n.fault
		}
		found[name] = n
	}
	if info := found["info"]; info != nil {
		d.title = info.str("title")
	}
	return d.checkVersion(found["swagger"], found["openapi"])
}

func (d *Document) checkVersion(swagger, openapi *node) error {
	switch {
	case openapi != nil:
		d.version = openapi.text
		for _, known := range []string{"3.0", "3.1", "3.2"} {
			if d.version == known || strings.HasPrefix(d.version, known+".") {
				return nil
			}
		}
		return errorAt(openapi.pos(), "OpenAPI %q is not supported; 3.0, 3.1 and 3.2 are", d.version)
	case swagger != nil:
		d.version = swaggerVersion
		if swagger.text == "2" || strings.HasPrefix(swagger.text, "2.") {
			return nil
		}
		return errorAt(swagger.pos(), "Swagger %s is not supported; 2.0 and OpenAPI 3 are", swagger.text)
	}
	return errorAt(posOf(d.main.root), "the document is not an OpenAPI document: it has no openapi version")
}

// Version returns the version of OpenAPI that the document is written in, as
// it has it: "3.0.3"; for one of Swagger 2.0 it is "2.0".
func (d *Document) Version() string { return d.version }

// Title returns the title of the API, or "".
func (d *Document) Title() string { return d.title }

// File returns the name that the document was opened by.
func (d *Document) File() string { return d.main.name }

// SHA256 returns the checksum of the document's own file, in lower-case
// hexadecimal. Files that it refers to and overlays do not count; see
// [Document.Fingerprint] for that.
func (d *Document) SHA256() string {
	return d.main.sum()
}
