package schema_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/schema"
)

func indented(t *testing.T, compact []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, compact, "", "  "); err != nil {
		t.Fatalf("%v: %s", err, compact)
	}
	return b.String()
}

func TestInputs(t *testing.T) {
	s := &nact.Signature{Inputs: []nact.Input{
		{ID: "city", Name: "City", Type: nact.String, Description: "The city.", MaxLength: 120, Examples: []any{"Omaha"}},
		{ID: "day", Name: "Day", Type: nact.Enum, Description: "The day.", Default: "TODAY", AllowedValues: []nact.AllowedValue{
			{Name: "TODAY", Description: "The rest of today."}, {Name: "LATER"}, {Name: "NEXT_WEEK", Description: "Next week."},
		}},
		{ID: "hours", Name: "Hours", Type: nact.Int, Description: "How many.", Optional: true, Min: nact.Limit(1)},
		{ID: "on", Name: "On", Type: nact.String, Description: "When.", Format: "date"},
		{ID: "part", Name: "Part", Type: nact.Number, Description: "A part.", Optional: true, Least: nact.Bound(0), Most: nact.Bound(0.5), Decimals: 2},
		{ID: "days", Name: "Days", Type: nact.List, Description: "The days.", Optional: true, MinItems: 1, Unique: true, Examples: []any{[]any{"TODAY"}},
			Items: &nact.Input{Type: nact.Enum, AllowedValues: []nact.AllowedValue{{Name: "TODAY", Description: "The rest of today."}}}},
		{ID: "codes", Name: "Codes", Type: nact.List, Description: "The codes.", MaxItems: 3, Default: []any{"AB"}, Items: &nact.Input{Type: nact.String, MinLength: 2, Pattern: "^[A-Z]+$"}},
		{ID: "sure", Name: "Sure", Type: nact.Boolean, Description: "Whether.", Default: false},
	}}
	const want = `{
  "type": "object",
  "properties": {
    "city": {
      "type": "string",
      "title": "City",
      "description": "The city.",
      "maxLength": 120,
      "examples": [
        "Omaha"
      ]
    },
    "day": {
      "type": "string",
      "enum": [
        "TODAY",
        "LATER",
        "NEXT_WEEK"
      ],
      "title": "Day",
      "description": "The day.\n- TODAY: The rest of today.",
      "default": "TODAY"
    },
    "hours": {
      "type": "integer",
      "title": "Hours",
      "description": "How many.",
      "minimum": 1,
      "maximum": 65535
    },
    "on": {
      "type": "string",
      "title": "When",
      "description": "When.",
      "format": "date"
    },
    "part": {
      "type": "number",
      "title": "Part",
      "description": "A part.",
      "minimum": 0,
      "maximum": 0.5,
      "multipleOf": 0.01
    },
    "days": {
      "type": "array",
      "title": "Days",
      "description": "The days.\n- TODAY: The rest of today.",
      "items": {
        "type": "string",
        "enum": [
          "TODAY"
        ]
      },
      "minItems": 1,
      "maxItems": 100,
      "uniqueItems": true,
      "examples": [
        [
          "TODAY"
        ]
      ]
    },
    "codes": {
      "type": "array",
      "title": "Codes",
      "description": "The codes.",
      "items": {
        "type": "string",
        "minLength": 2,
        "pattern": "^[A-Z]+$"
      },
      "maxItems": 3,
      "default": [
        "AB"
      ]
    },
    "sure": {
      "type": "boolean",
      "title": "Sure",
      "description": "Whether.",
      "default": false
    }
  },
  "required": [
    "city",
    "on"
  ],
  "additionalProperties": false
}`
	s.Inputs[3].Name = "When"
	if got := indented(t, schema.AppendInputs(nil, s)); got != want {
		t.Errorf("got %s", got)
	}
	if got := string(schema.AppendInputs(nil, &nact.Signature{})); got != `{"type":"object","properties":{},"additionalProperties":false}` {
		t.Errorf("without inputs: %s", got)
	}
}

func TestOutputs(t *testing.T) {
	tool := &nact.Tool{
		Versions: []nact.Signature{{
			Outputs: []nact.Output{
				{ID: "count", Name: "Count", Type: nact.Int, Description: "How many."},
				{ID: "rows", Name: "Rows", Type: nact.JSON, Description: "All."},
				{ID: "any", Name: "Any", Type: nact.JSON, Description: "Whatever."},
			},
			Failures: []nact.AllowedValue{{Name: "NONE", Description: "There is none."}},
		}},
		Schemas: map[string]string{"rows": `{"type":"array","items":{"$ref":"#/$defs/row"},"$defs":{"row":{"description":"See \"$ref\":\"#\".","properties":{"in":{"$ref":"#"}}}}}`},
	}
	const want = `{
  "type": "object",
  "properties": {
    "count": {
      "type": "integer",
      "title": "Count",
      "description": "How many."
    },
    "rows": {
      "title": "Rows",
      "description": "All.",
      "type": "array",
      "items": {
        "$ref": "#/properties/rows/$defs/row"
      },
      "$defs": {
        "row": {
          "description": "See \"$ref\":\"#\".",
          "properties": {
            "in": {
              "$ref": "#/properties/rows"
            }
          }
        }
      }
    },
    "any": {
      "title": "Any",
      "description": "Whatever."
    },
    "failure": {
      "type": "string",
      "enum": [
        "NONE"
      ],
      "title": "Failure",
      "description": "Why the tool could not do what was asked. Present only if it failed; the other outputs are then absent.\n- NONE: There is none."
    },
    "failure_detail": {
      "type": "string",
      "title": "Failure detail",
      "description": "A sentence that explains the failure. Present only together with the failure."
    }
  }
}`
	if got := indented(t, schema.AppendOutputs(nil, tool)); got != want {
		t.Errorf("got %s", got)
	}
}
