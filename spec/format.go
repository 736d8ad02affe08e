package spec

import "regexp"

// formats are other formats in which APIs are described, and what their files have at their beginning. Comments and descriptions may stand before it.
var formats = []struct {
	name string
	has  *regexp.Regexp
}{
	{"", regexp.MustCompile(`(?m)^[\s{]*"?(openapi|swagger)"?\s*:`)}, // what is wrong with it is said elsewhere
	{"a GraphQL schema", regexp.MustCompile(`^(\s|#[^\n]*\n|"""(?s:.*?)""")*((extend|type|interface|union|enum|input|scalar|directive|fragment|query|mutation|subscription)\s+[@{\w]|schema\s*[@{])`)},
	{"a GraphQL schema", regexp.MustCompile(`"__schema"\s*:`)},
	{"a Protobuf file", regexp.MustCompile(`(?m)^\s*syntax\s*=\s*["']proto`)},
	{"XML or HTML", regexp.MustCompile(`^\s*<`)},
	{"a RAML file", regexp.MustCompile(`^#%RAML`)},
	{"an AsyncAPI document", regexp.MustCompile(`(?m)^[\s{]*"?asyncapi"?\s*:`)},
	{"an Arazzo document, which nactgen import arazzo reads,", regexp.MustCompile(`(?m)^[\s{]*"?arazzo"?\s*:`)},
	{"a Postman collection", regexp.MustCompile(`"_postman_id"\s*:|schema\.getpostman\.com`)},
	{"a manifest", regexp.MustCompile(`(?m)^nact\s*:`)},
}

// beginning is how much of a file is looked at to find out its format.
const beginning = 4 << 10

// formatOf says in which other format a file is that is no OpenAPI document, or returns "".
func formatOf(data []byte) string {
	for _, format := range formats {
		if format.has.Match(data[:min(len(data), beginning)]) {
			return format.name
		}
	}
	return ""
}
