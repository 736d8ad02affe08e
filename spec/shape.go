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
	formNumber      // a number, or one in a string
	formCount       // a number without fraction
	formOwn         // read from the document as it is, without libopenapi
	formSchema      // replaced by a reference to its place: schemas are modelled one at a time
	formObject      // an object with known members
	formTable       // an object whose keys are data
	formList
)

// derefs reports whether a $ref in the place of the shape is a reference. In a
// schema it has a meaning of its own, and in a table of texts it is a key like
// others. In maps and lists of other things OpenAPI has no references, but
// published documents do.
func (s *shape) derefs() bool {
	switch s.form {
	case formObject:
		return s != schemaShape
	case formTable:
		return s.each.form != formText
	}
	return s.form == formList
}

func object(fields map[string]*shape) *shape { return &shape{form: formObject, fields: fields} }
func table(each *shape) *shape               { return &shape{form: formTable, each: each} }
func list(each *shape) *shape                { return &shape{form: formList, each: each} }

var (
	textShape   = &shape{form: formText}
	boolShape   = &shape{form: formBool}
	numberShape = &shape{form: formNumber}
	countShape  = &shape{form: formCount}
	ownShape    = &shape{form: formOwn}
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

	schemaShape = object(map[string]*shape{
		"type": ownShape, "format": textShape, "title": textShape, "description": textShape,
		"nullable": boolShape, "deprecated": boolShape, "readOnly": boolShape, "writeOnly": boolShape,
		"contentMediaType": textShape, "contentEncoding": textShape, "contentSchema": nestedShape,
		"enum": ownShape, "const": ownShape, "default": ownShape,
		"required":   ownShape,
		"properties": table(nestedShape), "patternProperties": table(nestedShape),
		"additionalProperties": nestedShape, "items": nestedShape,
		"allOf": list(nestedShape), "oneOf": list(nestedShape), "anyOf": list(nestedShape),
		"discriminator": ownShape,
		"minimum":       numberShape, "maximum": numberShape,
		"exclusiveMinimum": ownShape, "exclusiveMaximum": ownShape,
		"minLength": countShape, "maxLength": countShape, "pattern": textShape,
		"multipleOf": numberShape, "minItems": countShape, "maxItems": countShape, "uniqueItems": boolShape,
	})
)
