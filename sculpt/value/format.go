package value

// formatExamples are the formats of texts that are checked, by their names in documents, each with a text that has it.
var formatExamples = map[string]string{
	"date":      "2026-01-31",
	"date-time": "2026-01-31T14:30:00Z",
	"time":      "14:30:00Z",
	"email":     "jane@example.com",
	"uuid":      "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
	"uri":       "https://example.com/page",
	"ipv4":      "192.0.2.1",
	"ipv6":      "2001:db8::1",
	"hostname":  "api.example.com",
	"duration":  "P1DT12H",
}
