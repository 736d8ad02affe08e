package gen

import (
	"bytes"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// shapesFiles adds what an upstream's document says of objects that the tools hand on as they are: a file of JSON, and one that has it
// in the program. The size of a document shows in the first alone.
func (p upstreamPrinter) shapesFiles(r *renderer) {
	r.file(p.ids.ShapesFile, p.shapesFile())
	r.data = append(r.data, File{Path: p.ids.ShapesFile + ".json", Content: shapesJSON(p.upstream.Shapes)})
}

// shapesFile returns
//
//	//go:embed weather_shapes.json
//	var weatherShapesJSON []byte
//
//	// weatherShapes says what is in the objects of weather that the tools hand on as they are.
//	var weatherShapes = upstream.ParseShapes(weatherShapesJSON)
func (p upstreamPrinter) shapesFile() *jen.File {
	f, ids := p.files.New(), p.ids
	f.Anon("embed")
	gocode.Add(f,
		jen.Comment("//go:embed "+ids.ShapesFile+".json").Line().Var().Id(ids.Shapes+"JSON").Index().Byte(),
		p.code("$1\nvar $2 = upstream.ParseShapes($2JSON)", gocode.Doc(ids.Shapes+" says what is in the objects of "+p.upstream.Name+" that the tools hand on as they are."), ids.Shapes),
	)
	return f
}

// shapesJSON returns shapes as the run-time library reads them, an object on each line.
func shapesJSON(shapes *plan.Shapes) []byte {
	var b bytes.Buffer
	for i, o := range shapes.Objects {
		b.WriteString([]string{"{\n", ",\n"}[min(i, 1)])
		b.Write(jsontext.AppendString(nil, shapes.Names[o]))
		b.WriteString(": ")
		members := jsontext.NewObject(nil)
		for _, f := range o.Fields() {
			members.Text(f.Name, shapeText(f.Type, shapes))
		}
		b.Write(members.End())
	}
	b.WriteString("\n}\n")
	return b.Bytes()
}

// shapeText returns a type in the notation of shapes: ?[]#Point is a list of objects of the shape Point, or null.
func shapeText(t *ir.Type, shapes *plan.Shapes) string {
	null := ""
	if t.Nullable {
		null = "?"
	}
	switch t.Kind {
	case ir.Bool:
		return null + "bool"
	case ir.Int:
		return null + "int"
	case ir.Double:
		return null + "float"
	case ir.String:
		return null + "string"
	case ir.List:
		return null + "[]" + shapeText(t.Elem, shapes)
	case ir.Map:
		return null + "{}" + shapeText(t.Elem, shapes)
	case ir.Object:
		return null + "#" + shapes.Names[t.Object]
	}
	return "any"
}
