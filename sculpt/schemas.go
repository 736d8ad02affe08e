package sculpt

import (
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/jsonschema"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// decideSchemas says of json outputs which values they have, once it is decided what is read of answers.
func decideSchemas(p *plan.Plan) {
	held := p.StructFields()
	for _, t := range p.Tools {
		for i, out := range t.Outputs {
			if t.Signature.Outputs[i].Type == nact.JSON {
				out.Schema = jsonschema.Of(out.Value.Type(), held)
			}
		}
	}
}
