package gen

import (
	"os"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestUpstreamCalls runs the methods of an upstream that has every kind of parameter and of answer.
// testdata/calls_test.go.txt says what they are to do.
func TestUpstreamCalls(t *testing.T) {
	files, err := Generate(ready(shapesPlan()))
	if err != nil {
		t.Fatal(err)
	}
	calls, err := os.ReadFile("testdata/calls_test.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, File{Path: "calls_test.go", Content: calls})
	vet(t, files)
	if out, err := runGo(t, files, "test"); err != nil {
		t.Errorf("go test: %v\n%s\n%s", err, out, numbered(files))
	}
}

// shapesPlan returns a plan without tools whose upstream has every kind of parameter and of answer.
func shapesPlan() *plan.Plan {
	create := newOperation("create", "/things")
	create.Method, create.HasBody, create.BodyType = "POST", true, "application/json"
	remove := newOperation("remove", "/things/{id}", param("path", "id", ir.StringType))
	remove.Method, remove.Accept, remove.Meta = "DELETE", "", true

	item := newElement("", must("id", ir.IntType))
	maybe := newStruct("", must("id", ir.IntType))
	meta := newStruct("", must("id", ir.IntType))
	detailed := answering(newOperation("detailed", "/detailed"), objectOf(meta), meta)
	detailed.Meta = true
	posted := newStruct("", must("id", ir.IntType))
	return newPlan(newUpstream("things",
		create,
		remove,
		stylesOperation(),
		answering(newOperation("list", "/list"), ir.ListOf(objectOf(item)), item),
		answering(newOperation("maybe", "/maybe"), objectOf(maybe).OrNull(), maybe),
		answering(newOperation("count", "/count"), ir.IntType),
		answering(newOperation("any", "/any"), ir.DynType),
		detailed,
		answering(&plan.Operation{Name: "search", Method: "QUERY", Path: "/search", Route: "/search", HasBody: true, BodyType: "application/json"}, objectOf(posted), posted),
		shapesOperation(),
		treeOperation(),
		encodedOperation(),
	))
}

func stylesOperation() *plan.Operation {
	strings := ir.ListOf(ir.StringType)
	op := newOperation("styles", "/{plain}/{int},{label}/{matrix}/{list}/{object}/a{b",
		param("path", "plain", ir.StringType),
		param("path", "int", ir.IntType),
		styled(param("path", "label", ir.DoubleType), "label", false),
		styled(param("path", "matrix", ir.BoolType), "matrix", false),
		styled(param("path", "list", ir.ListOf(ir.IntType)), "matrix", true),
		styled(param("path", "object", ir.PairsType), "simple", true),
		styled(param("query", "form", strings), "form", true),
		styled(param("query", "joined", ir.ListOf(ir.DoubleType)), "form", false),
		styled(param("query", "space", strings), "spaceDelimited", false),
		styled(param("query", "pipe", strings), "pipeDelimited", false),
		styled(param("query", "deep", ir.PairsType), "deepObject", true),
		optional(param("query", "int", ir.IntType)),
		optional(param("query", "missing", strings)),
		param("query", "reserved", ir.StringType),
		param("header", "X-Flag", ir.BoolType),
		styled(param("header", "X-List", ir.ListOf(ir.IntType)), "simple", false),
		styled(param("header", "X-Object", ir.PairsType), "simple", false),
		param("cookie", "session", ir.StringType),
		styled(param("cookie", "tags", strings), "form", false),
		styled(param("cookie", "flat", ir.PairsType), "form", true),
	)
	for _, p := range op.Params {
		p.AllowReserved = p.Name == "reserved"
	}
	return op
}

// shapesOperation answers a field of every type, read in every way.
func shapesOperation() *plan.Operation {
	plain := newStruct("/plain", must("id", ir.IntType))
	object := newStruct("/object", must("id", ir.IntType))
	nothing := newStruct("/nothing")
	all := newStruct("",
		must("bool", ir.BoolType),
		must("uint", ir.UintType),
		must("dyn", ir.DynType),
		may("mayDyn", ir.DynType),
		must("null", ir.NullType),
		must("strings", ir.ListOf(ir.StringType)),
		may("mayStrings", ir.ListOf(ir.StringType)),
		must("nullStrings", ir.ListOf(ir.StringType).OrNull()),
		may("mayNullStrings", ir.ListOf(ir.StringType).OrNull()),
		must("withNulls", ir.ListOf(ir.IntType.OrNull())),
		must("nested", ir.ListOf(ir.ListOf(ir.IntType))),
		must("map", ir.MapOf(ir.StringType, ir.DoubleType)),
		must("mapOfLists", ir.MapOf(ir.StringType, ir.ListOf(ir.DynType))),
		must("mapOfObjects", ir.MapOf(ir.StringType, objectOf(object))),
		must("objects", ir.ListOf(objectOf(object))),
		must("nullObjects", ir.ListOf(objectOf(object).OrNull())),
		must("plain", objectOf(plain)),
		must("nullObject", objectOf(object).OrNull()),
		may("mayObject", objectOf(object)),
		may("mayNullObject", objectOf(object).OrNull()),
		must("nothing", objectOf(nothing)),
	)
	return answering(newOperation("shapes", "/shapes"), objectOf(all), all, plain, object, nothing)
}

// treeOperation answers types that contain themselves: by list, by null and, which no answer can have, plainly.
func treeOperation() *plan.Operation {
	tree := newStruct("")
	ring := newStruct("/ring")
	fill(ring, may("ring", objectOf(ring)), must("endless", objectOf(ring)))
	fill(tree, must("name", ir.StringType), may("children", ir.ListOf(objectOf(tree))), must("parent", objectOf(tree).OrNull()), may("ring", objectOf(ring)))
	return answering(newOperation("tree", "/tree"), objectOf(tree), tree, ring)
}

// encodedOperation answers structs that become JSON and dyn values again.
func encodedOperation() *plan.Operation {
	odd := newStruct("/odd", must("a,b", ir.StringType), may("c\"d", ir.IntType), may("-", ir.IntType), may("e f", ir.IntType))
	whole := newStruct("",
		must("name", ir.StringType),
		must("gust", ir.DoubleType.OrNull()),
		may("wind", ir.StringType),
		may("calm", ir.StringType),
		may("mayNull", ir.ListOf(ir.StringType).OrNull()),
		may("list", ir.ListOf(ir.StringType)),
		may("member", ir.StringType),
		may("odds", ir.ListOf(objectOf(odd))),
		may("odd", objectOf(odd)),
	)
	for _, s := range []*plan.Struct{whole, odd} {
		s.Encode, s.Dyn = true, true
	}
	return answering(newOperation("encoded", "/encoded"), objectOf(whole), whole, odd)
}
