package endpoint

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// describe returns the OpenAPI description of the endpoints. It is the same for every service but for what the
// configuration says, and for x-nact-tools: which tools there are, whether they write, and the schemas of their outputs.
// More is in their signatures.
func describe(c Config, root string, tools []*tool) []byte {
	text := func(s string) string { return string(jsontext.AppendString(nil, s)) }
	template := openAPI
	if c.View != nil {
		template = c.View.Describe(template)
	}
	document := strings.NewReplacer(
		`"$TITLE"`, text(c.Title),
		`"$DESCRIPTION"`, text(c.Description),
		`"$VERSION"`, text(c.Version),
		`"$ROOT"`, text(cmp.Or(root, "/")),
		`"$PAGE_DEFAULT"`, strconv.Itoa(c.PageDefault),
		`"$TOOLS"`, string(describeTools(tools)),
	).Replace(template)
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(document)); err != nil {
		panic("endpoint: the OpenAPI template is not JSON: " + err.Error()) // a test excludes it
	}
	return compact.Bytes()
}

// describeTools returns the value of x-nact-tools.
func describeTools(tools []*tool) []byte {
	list := []byte{'['}
	for i, t := range tools {
		if i > 0 {
			list = append(list, ',')
		}
		contract := t.current().contract
		signature, schemas := contract.Signature(), contract.Tool().Schemas
		outputs := slices.DeleteFunc(slices.Clone(signature.Outputs), func(o nact.Output) bool { return schemas[o.ID] == "" })
		object := jsontext.NewObject(list)
		object.Text("toolId", t.id)
		object.Text("name", signature.Name)
		object.Bool("writes", contract.Tool().Writes)
		object.Bool("dry_run", contract.Tool().RunsDry())
		if access := contract.Tool().Access; access != nil {
			object.List("scopes", len(access.Scopes), func(b []byte, i int) []byte { return jsontext.AppendString(b, access.Scopes[i]) })
		}
		object.List("output_schemas", len(outputs), func(b []byte, i int) []byte {
			output := jsontext.NewObject(b)
			output.Text("name", outputs[i].Name)
			output.JSON("schema", schemas[outputs[i].ID])
			return output.End()
		})
		list = object.End()
	}
	return append(list, ']')
}

// openAPI is the description, with the configuration's words to be filled in.
const openAPI = `{
"openapi": "3.1.0",
"info": {"title": "$TITLE", "description": "$DESCRIPTION", "version": "$VERSION"},
"servers": [{"url": "$ROOT"}],
"x-nact-tools": "$TOOLS",
"tags": [
  {"name": "enumeration", "description": "Which tools there are, and their signatures. HEAD is answered wherever GET is."},
  {"name": "invocation", "description": "Running a tool."},
  {"name": "service", "description": "About the service itself."}
],
"paths": {
  "/": {
    "get": {"operationId": "home", "tags": ["service"], "summary": "A page for people",
      "responses": {"200": {"description": "What this service is.", "content": {"text/html": {"schema": {"type": "string"}}}}, "default": {"$ref": "#/components/responses/Problem"}}}
  },
  "/tools": {
    "get": {"operationId": "listTools", "tags": ["enumeration"], "summary": "List the current version of every tool that is not withdrawn",
      "parameters": [
        {"$ref": "#/components/parameters/pageLimit"},
        {"$ref": "#/components/parameters/pageCursor"},
        {"name": "tag", "in": "query", "description": "Only tools with this tag; repeated, only tools with all of them.", "schema": {"type": "array", "items": {"type": "string"}}},
        {"name": "name", "in": "query", "description": "Only tools whose name contains this, in whatever case.", "schema": {"type": "string"}},
        {"name": "version", "in": "query", "description": "Only tools whose current version is this or higher.", "schema": {"type": "integer", "minimum": 0}},
        {"$ref": "#/components/parameters/ifNoneMatch"}
      ],
      "responses": {"200": {"$ref": "#/components/responses/Page"}, "304": {"$ref": "#/components/responses/NotModified"}, "400": {"$ref": "#/components/responses/Refusal"}, "default": {"$ref": "#/components/responses/Problem"}}}
  },
  "/tools/openapi.json": {
    "get": {"operationId": "openAPI", "tags": ["service"], "summary": "This description",
      "parameters": [{"$ref": "#/components/parameters/ifNoneMatch"}],
      "responses": {"200": {"description": "An OpenAPI 3.1 document.", "content": {"application/json": {"schema": {"type": "object"}}}}, "304": {"$ref": "#/components/responses/NotModified"}, "default": {"$ref": "#/components/responses/Problem"}}}
  },
  "/tools/{toolID}": {
    "parameters": [{"$ref": "#/components/parameters/toolID"}],
    "get": {"operationId": "getTool", "tags": ["enumeration"], "summary": "Get the current version of a tool",
      "parameters": [{"$ref": "#/components/parameters/ifNoneMatch"}],
      "responses": {"200": {"$ref": "#/components/responses/Signature"}, "304": {"$ref": "#/components/responses/NotModified"}, "404": {"$ref": "#/components/responses/Problem"}, "default": {"$ref": "#/components/responses/Problem"}}}
  },
  "/tools/{toolID}/versions": {
    "parameters": [{"$ref": "#/components/parameters/toolID"}],
    "get": {"operationId": "listVersions", "tags": ["enumeration"], "summary": "List every version of a tool, newest first",
      "parameters": [
        {"$ref": "#/components/parameters/pageLimit"},
        {"$ref": "#/components/parameters/pageCursor"},
        {"name": "since", "in": "query", "description": "Only this version and later ones.", "schema": {"type": "integer", "minimum": 0}},
        {"$ref": "#/components/parameters/ifNoneMatch"}
      ],
      "responses": {"200": {"$ref": "#/components/responses/Page"}, "304": {"$ref": "#/components/responses/NotModified"}, "400": {"$ref": "#/components/responses/Refusal"}, "404": {"$ref": "#/components/responses/Problem"}, "default": {"$ref": "#/components/responses/Problem"}}}
  },
  "/tools/{toolID}/versions/{version}": {
    "parameters": [{"$ref": "#/components/parameters/toolID"}, {"$ref": "#/components/parameters/version"}],
    "get": {"operationId": "getVersion", "tags": ["enumeration"], "summary": "Get one version of a tool",
      "parameters": [{"$ref": "#/components/parameters/ifNoneMatch"}],
      "responses": {"200": {"$ref": "#/components/responses/Signature"}, "304": {"$ref": "#/components/responses/NotModified"}, "404": {"$ref": "#/components/responses/Problem"}, "default": {"$ref": "#/components/responses/Problem"}}}
  },
  "/tools/{toolID}:invoke": {
    "parameters": [{"$ref": "#/components/parameters/toolID"}],
    "post": {"operationId": "invokeTool", "tags": ["invocation"], "summary": "Run the current version of a tool",
      "parameters": [{"$ref": "#/components/parameters/requestTimeout"}, {"$ref": "#/components/parameters/idempotencyKey"}, {"$ref": "#/components/parameters/prefer"}],
      "requestBody": {"$ref": "#/components/requestBodies/Invocation"},
      "responses": {"200": {"$ref": "#/components/responses/Outputs"}, "400": {"$ref": "#/components/responses/Refusal"}, "404": {"$ref": "#/components/responses/Problem"}, "409": {"$ref": "#/components/responses/Running"}, "413": {"$ref": "#/components/responses/Problem"}, "415": {"$ref": "#/components/responses/Problem"}, "422": {"$ref": "#/components/responses/Reused"}, "500": {"$ref": "#/components/responses/Fault"}, "502": {"$ref": "#/components/responses/Fault"}, "503": {"$ref": "#/components/responses/Fault"}, "504": {"$ref": "#/components/responses/Fault"}, "default": {"$ref": "#/components/responses/Fault"}}}
  },
  "/tools/{toolID}/versions/{version}:invoke": {
    "parameters": [{"$ref": "#/components/parameters/toolID"}, {"$ref": "#/components/parameters/version"}],
    "post": {"operationId": "invokeVersion", "tags": ["invocation"], "summary": "Run one version of a tool",
      "parameters": [{"$ref": "#/components/parameters/requestTimeout"}, {"$ref": "#/components/parameters/idempotencyKey"}, {"$ref": "#/components/parameters/prefer"}],
      "requestBody": {"$ref": "#/components/requestBodies/Invocation"},
      "responses": {"200": {"$ref": "#/components/responses/Outputs"}, "400": {"$ref": "#/components/responses/Refusal"}, "404": {"$ref": "#/components/responses/Problem"}, "409": {"$ref": "#/components/responses/Running"}, "413": {"$ref": "#/components/responses/Problem"}, "415": {"$ref": "#/components/responses/Problem"}, "422": {"$ref": "#/components/responses/Reused"}, "500": {"$ref": "#/components/responses/Fault"}, "502": {"$ref": "#/components/responses/Fault"}, "503": {"$ref": "#/components/responses/Fault"}, "504": {"$ref": "#/components/responses/Fault"}, "default": {"$ref": "#/components/responses/Fault"}}}
  },
  "/healthz": {
    "servers": [{"url": "/"}],
    "get": {"operationId": "healthz", "tags": ["service"], "summary": "Whether the service lives",
      "responses": {"200": {"$ref": "#/components/responses/Health"}, "default": {"$ref": "#/components/responses/Problem"}}}
  },
  "/readyz": {
    "servers": [{"url": "/"}],
    "get": {"operationId": "readyz", "tags": ["service"], "summary": "Whether the service takes requests",
      "responses": {"200": {"$ref": "#/components/responses/Health"}, "default": {"$ref": "#/components/responses/Problem"}}}
  }
},
"components": {
  "parameters": {
    "toolID": {"name": "toolID", "in": "path", "required": true, "description": "The ID of the tool, in whatever case.", "schema": {"type": "string", "format": "uuid"}},
    "version": {"name": "version", "in": "path", "required": true, "description": "The number of the version.", "schema": {"type": "integer", "minimum": 1}},
    "pageLimit": {"name": "pageLimit", "in": "query", "description": "How many items to answer at most. The server may answer fewer.", "schema": {"type": "integer", "minimum": 1, "default": "$PAGE_DEFAULT"}},
    "pageCursor": {"name": "pageCursor", "in": "query", "description": "paging.next of the page before. It carries the filters along: repeat them, or give the cursor alone.", "schema": {"type": "string"}},
    "requestTimeout": {"name": "Request-Timeout", "in": "header", "description": "How many seconds the caller waits for the answer. Then no further request is made, and the answer is 504.", "schema": {"type": "number", "minimum": 0.001}},
    "idempotencyKey": {"name": "Idempotency-Key", "in": "header", "description": "Of a tool that writes: a key of this call, such as a UUID, as a string of structured fields or without quotes. The same call under the same key does not run twice, and has the answer of the first. Other tools ignore it.", "example": "\"8e03978e-40d5-43e8-bc93-6894a57f9324\"", "schema": {"type": "string", "minLength": 1}},
    "prefer": {"name": "Prefer", "in": "header", "description": "dry-run: nothing is written, and the answer says what would be (RFC 7240). Only of a tool whose signature has dry_run; any other that can write refuses the call. Other preferences are ignored.", "example": "dry-run", "schema": {"type": "string"}},
    "ifNoneMatch": {"name": "If-None-Match", "in": "header", "description": "Entity tags of what the client has.", "schema": {"type": "string"}}
  },
  "requestBodies": {
    "Invocation": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Invocation"}}}}
  },
  "headers": {
    "ETag": {"description": "A strong entity tag of the body.", "schema": {"type": "string"}},
    "Deprecation": {"description": "The tool is withdrawn since this date (RFC 9745): agents no longer find it.", "schema": {"type": "string"}},
    "Sunset": {"description": "When the withdrawn tool is expected to cease to answer (RFC 8594).", "schema": {"type": "string"}},
    "IdempotentReplayed": {"description": "This is the answer of an earlier call with the same Idempotency-Key.", "schema": {"const": "true"}},
    "PreferenceApplied": {"description": "The call was a dry run: nothing was written.", "schema": {"const": "dry-run"}},
    "RetryAfter": {"description": "How many seconds to wait, where that is known.", "schema": {"type": "integer", "minimum": 1}}
  },
  "responses": {
    "Page": {"description": "A page of signatures.", "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Page"}}}},
    "Signature": {"description": "The signature.", "headers": {"ETag": {"$ref": "#/components/headers/ETag"}, "Deprecation": {"$ref": "#/components/headers/Deprecation"}, "Sunset": {"$ref": "#/components/headers/Sunset"}}, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ToolSignature"}}}},
    "NotModified": {"description": "The client has it already.", "headers": {"ETag": {"$ref": "#/components/headers/ETag"}}},
    "Outputs": {"description": "The outputs, or a declared failure; of a dry run also what it would write.", "headers": {"Preference-Applied": {"$ref": "#/components/headers/PreferenceApplied"}, "Idempotent-Replayed": {"$ref": "#/components/headers/IdempotentReplayed"}, "Deprecation": {"$ref": "#/components/headers/Deprecation"}, "Sunset": {"$ref": "#/components/headers/Sunset"}}, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Outputs"}}}},
    "Refusal": {"description": "The request violates what was published; everything that is wrong is listed.", "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}},
    "Fault": {"description": "The tool could not be run: the service's own fault, or an upstream's. On 503 nothing came of the call, and it may be sent again.", "headers": {"Preference-Applied": {"$ref": "#/components/headers/PreferenceApplied"}, "Idempotent-Replayed": {"$ref": "#/components/headers/IdempotentReplayed"}, "Retry-After": {"$ref": "#/components/headers/RetryAfter"}}, "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Fault"}}}},
    "Running": {"description": "A call with this Idempotency-Key is still running; send it again later for its answer.", "headers": {"Retry-After": {"$ref": "#/components/headers/RetryAfter"}}, "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}},
    "Reused": {"description": "The Idempotency-Key is that of another call.", "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}},
    "Problem": {"description": "The request cannot be served.", "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}},
    "Health": {"description": "It does.", "content": {"application/json": {"schema": {"type": "object", "required": ["status"], "properties": {"status": {"const": "ok"}}}}}}
  },
  "schemas": {
    "Page": {"type": "object", "required": ["items", "paging"], "properties": {
      "items": {"type": "array", "items": {"$ref": "#/components/schemas/ToolSignature"}},
      "paging": {"type": "object", "required": ["pageLimit"], "properties": {
        "pageLimit": {"type": "integer", "minimum": 1, "description": "The limit that was applied."},
        "next": {"type": "string", "description": "pageCursor of the next page; absent on the last."}}}}},
    "ToolSignature": {"type": "object", "required": ["toolId", "name", "description", "version", "currentVersion", "tags", "input_parameters", "output_parameters"], "properties": {
      "toolId": {"type": "string", "format": "uuid"},
      "name": {"type": "string", "maxLength": 254},
      "description": {"type": "string", "maxLength": 1999},
      "img": {"type": "string", "format": "uri"},
      "version": {"type": "integer", "minimum": 1},
      "currentVersion": {"type": "integer", "minimum": 1},
      "writes": {"type": "boolean", "description": "Whether the tool can change something upstream, as it is today."},
      "dry_run": {"type": "boolean", "description": "Whether a call with Prefer: dry-run is run without writing anything. Otherwise it is refused."},
      "tags": {"type": "array", "items": {"type": "string"}},
      "input_parameters": {"type": "array", "items": {"$ref": "#/components/schemas/InputParameter"}},
      "output_parameters": {"type": "array", "items": {"$ref": "#/components/schemas/OutputParameter"}}}},
    "InputParameter": {"type": "object", "required": ["id", "name", "type", "description", "required"], "properties": {
      "id": {"type": "string"},
      "name": {"type": "string"},
      "type": {"enum": ["string", "int", "boolean", "enum"]},
      "description": {"type": "string"},
      "required": {"type": "boolean"},
      "min": {"type": "number", "description": "Of an int, and of a string with the format number."},
      "max": {"type": "number", "description": "Of an int, and of a string with the format number."},
      "decimals": {"type": "integer", "minimum": 1, "description": "Of a string with the format number: how many digits it may have behind the point."},
      "min-length": {"type": "integer", "minimum": 1, "description": "Of a string, in Unicode code points."},
      "max-length": {"type": "integer", "minimum": 1, "description": "Of a string, in Unicode code points."},
      "pattern": {"type": "string", "description": "Of a string: a regular expression of which a part of it is a match."},
      "allowed-values": {"$ref": "#/components/schemas/AllowedValues"},
      "format": {"enum": ["date", "date-time", "time", "email", "uri", "uuid", "number", "list"], "description": "Of a string. One of the format number or list holds the JSON text of a number or of an array."},
      "items": {"$ref": "#/components/schemas/Items"},
      "min-items": {"type": "integer", "minimum": 1, "description": "Of a string with the format list: how many elements it must have."},
      "max-items": {"type": "integer", "minimum": 1, "description": "Of a string with the format list: how many elements it may have."},
      "unique": {"type": "boolean", "description": "Of a string with the format list: whether all elements must be different."},
      "default": {"$ref": "#/components/schemas/Scalar"},
      "examples": {"type": "array", "items": {"$ref": "#/components/schemas/Scalar"}}}},
    "Items": {"type": "object", "required": ["type"], "description": "Of a string with the format list: what the elements of its array are.", "properties": {
      "type": {"enum": ["string", "int", "number", "boolean", "enum"]},
      "min": {"type": "number"},
      "max": {"type": "number"},
      "decimals": {"type": "integer", "minimum": 1},
      "min-length": {"type": "integer", "minimum": 1},
      "max-length": {"type": "integer", "minimum": 1},
      "pattern": {"type": "string"},
      "allowed-values": {"$ref": "#/components/schemas/AllowedValues"},
      "format": {"enum": ["date", "date-time", "time", "email", "uri", "uuid"]}}},
    "OutputParameter": {"type": "object", "required": ["id", "name", "type", "description"], "properties": {
      "id": {"type": "string"},
      "name": {"type": "string"},
      "type": {"enum": ["string", "int", "boolean", "enum", "json"]},
      "description": {"type": "string"},
      "allowed-values": {"$ref": "#/components/schemas/AllowedValues"},
      "format": {"enum": ["number"], "description": "The string holds the JSON text of a number."},
      "schema": {"type": "object", "description": "Of json: a JSON Schema (2020-12) of the values that the tool answers today."}}},
    "AllowedValues": {"type": "array", "minItems": 1, "description": "Of an enum.", "items": {"type": "object", "required": ["name", "description"], "properties": {
      "name": {"type": "string", "maxLength": 255},
      "description": {"type": "string", "maxLength": 2000}}}},
    "Scalar": {"type": ["string", "integer", "boolean"]},
    "Invocation": {"type": "object", "required": ["name"], "properties": {
      "name": {"type": "string", "description": "The name of the tool."},
      "input_parameters": {"type": "array", "items": {"type": "object", "required": ["name", "value"], "properties": {
        "name": {"type": "string", "description": "The name of the parameter, not its ID."},
        "value": {"$ref": "#/components/schemas/Scalar"}}}}}},
    "Outputs": {"type": "object", "required": ["output_parameters"], "properties": {
      "output_parameters": {"type": "array", "items": {"type": "object", "required": ["name", "value"], "properties": {
        "name": {"type": "string"},
        "value": {"description": "Of the type of the output."}}}},
      "dry_run": {"$ref": "#/components/schemas/DryRun"}}},
    "DryRun": {"type": "object", "required": ["writes", "then"], "description": "What a dry run would write. It is left out if that is nothing. What is secret is ***.", "properties": {
      "writes": {"type": "array", "items": {"type": "object", "required": ["step"], "description": "A request, or the call of a function.", "properties": {
        "step": {"type": "string"},
        "operation": {"type": "string"},
        "function": {"type": "string"},
        "element": {"type": "integer", "description": "Of the list that the step goes through, from 0."},
        "method": {"type": "string"},
        "url": {"type": "string"},
        "header": {"type": "object", "additionalProperties": {"type": "string"}},
        "body": {"description": "JSON, or text."},
        "parts": {"type": "array", "description": "Of a multipart body.", "items": {"type": "object", "required": ["name"], "properties": {
          "name": {"type": "string"},
          "filename": {"type": "string"},
          "content_type": {"type": "string"},
          "body": {"description": "JSON, or text."},
          "bytes": {"type": "integer"},
          "cut": {"const": true}}}},
        "arguments": {"description": "Of the function."},
        "bytes": {"type": "integer", "description": "The size of what is not shown to its end."},
        "cut": {"const": true, "description": "What is shown is the beginning."},
        "secret": {"const": true, "description": "Nothing is shown: something that is sent is computed of a secret."}}}},
      "more": {"type": "integer", "description": "How many writes followed that are not shown."},
      "then": {"type": "array", "description": "Steps that could write after the last of these, at which the tool ended because it needs to know what came of it.", "items": {"type": "object", "required": ["step"], "properties": {
        "step": {"type": "string"},
        "operation": {"type": "string"},
        "function": {"type": "string"},
        "when": {"const": true, "description": "It may not run."},
        "each": {"const": true, "description": "It runs for each element of a list."}}}}}},
    "Problem": {"type": "object", "required": ["type", "title", "status", "detail"], "properties": {
      "type": {"type": "string", "format": "uri-reference"},
      "title": {"type": "string"},
      "status": {"type": "integer"},
      "detail": {"type": "string"}}},
    "Refusal": {"allOf": [{"$ref": "#/components/schemas/Problem"}], "properties": {
      "violations": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["rule", "message"], "properties": {
        "parameter": {"type": "string"},
        "rule": {"type": "string"},
        "message": {"type": "string"}}}}}},
    "Fault": {"allOf": [{"$ref": "#/components/schemas/Problem"}], "properties": {
      "step": {"type": "string", "description": "The step of the tool at which it happened."},
      "element": {"type": "integer", "description": "The element at which it happened of the list that the step goes through, from 0."},
      "operation": {"type": "string", "description": "The operation of the upstream."},
      "upstream_status": {"type": "integer", "description": "The HTTP status that the upstream answered."},
      "writes": {"type": "array", "description": "What was changed before it happened, or may have been. Unless all of it was taken back, the same call again would do so again, if it has no Idempotency-Key.", "items": {
        "type": "object", "required": ["step", "state"], "properties": {
          "step": {"type": "string"},
          "element": {"type": "integer", "description": "Of the list that the step goes through, from 0."},
          "operation": {"type": "string"},
          "state": {"type": "string", "enum": ["unknown", "done", "undone", "kept", "not-undone"], "description": "unknown: no answer said what became of it. kept: it is not taken back where the tool ends so. not-undone: it could not be taken back."}}}},
      "dry_run": {"$ref": "#/components/schemas/DryRun"},
      "kept": {"const": false, "description": "The answer could not be kept under the call's Idempotency-Key: the same call again may run again."}}}
  }
}
}`
