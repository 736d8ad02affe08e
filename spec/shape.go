package spec

// shape says which members of an object are taken over from a document, and
// what they must be. What it does not name is left out: libopenapi never sees
// examples, extensions, callbacks, or keys that it would mistake for others.
type shape struct {
	form   form
	fields map[string]*shape // of an object
	each   *shape            // of a table or a list
}

type form uint8

const (
	formText   form = iota
	formBool        // a boolean, or its name in a string
	formSchema      // replaced by a reference to its place: keywords reads schemas
	formObject      // an object with known members
	formTable       // an object whose keys are data
	formList
)

// derefs reports whether a $ref in the place of the shape is a reference. In a
// table of texts it is a key like others. In maps and lists of other things
// OpenAPI has no references, but published documents do.
func (s *shape) derefs() bool {
	return s.form == formObject || s.form == formList || s.form == formTable && s.each.form != formText
}

func object(fields map[string]*shape) *shape { return &shape{form: formObject, fields: fields} }
func table(each *shape) *shape               { return &shape{form: formTable, each: each} }
func list(each *shape) *shape                { return &shape{form: formList, each: each} }

var (
	textShape   = &shape{form: formText}
	boolShape   = &shape{form: formBool}
	nestedShape = &shape{form: formSchema}

	mediaShape     = object(map[string]*shape{"schema": nestedShape, "itemSchema": nestedShape})
	bodyMediaShape = object(map[string]*shape{"schema": nestedShape, "encoding": table(encodingShape)})

	encodingShape = object(map[string]*shape{
		"contentType": textShape, "style": textShape, "explode": boolShape, "allowReserved": boolShape,
		"headers": table(object(map[string]*shape{"required": boolShape, "schema": nestedShape})),
	})

	parameterShape = object(map[string]*shape{
		"name": textShape, "in": textShape, "description": textShape,
		"required": boolShape, "deprecated": boolShape, "allowReserved": boolShape,
		"style": textShape, "explode": boolShape,
		"schema": nestedShape, "content": table(mediaShape),
	})

	bodyShape = object(map[string]*shape{
		"description": textShape, "required": boolShape, "content": table(bodyMediaShape),
	})

	responseShape = object(map[string]*shape{
		"description": textShape, "content": table(mediaShape),
	})

	serverShape = object(map[string]*shape{
		"url": textShape, "description": textShape,
		"variables": table(object(map[string]*shape{"default": textShape})),
	})

	requirementShape = table(list(textShape))

	// An operation is modelled without its parameters, body, answers, security
	// and servers: each of those is modelled by itself.
	operationShape = object(map[string]*shape{
		"operationId": textShape, "summary": textShape, "description": textShape, "deprecated": boolShape,
	})

	schemeShape = object(map[string]*shape{
		"type": textShape, "name": textShape, "in": textShape, "scheme": textShape,
		"flows": object(map[string]*shape{
			"implicit": flowShape, "password": flowShape, "clientCredentials": flowShape,
			"authorizationCode": flowShape, "device": flowShape, "deviceAuthorization": flowShape,
		}),
	})

	flowShape = object(map[string]*shape{"tokenUrl": textShape, "scopes": table(textShape)})
)
