package golden

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
	"github.com/getkin/kin-openapi/openapi3"
	"gopkg.in/yaml.v3"
)

// loadDocument reads a document with the library of others: as it is, or what it cannot read in another form.
func loadDocument(t *testing.T, file string) *openapi3.T {
	t.Helper()
	var document *openapi3.T
	var err error
	switch {
	case strings.Contains(file, "swagger2"):
		var old openapi2.T
		if err = json.Unmarshal(encoded(yamlOf(t, file)), &old); err == nil {
			document, err = openapi2conv.ToV3(&old)
		}
	case strings.Contains(file, "digitalocean"): // operations are references there, which the library does not know
		b := &bundle{t: t, files: map[string]any{}}
		document, err = openapi3.NewLoader().LoadFromData(encoded(withoutMappings(b.inline(b.read(file), file, nil))))
	default:
		loader := openapi3.NewLoader()
		loader.IsExternalRefsAllowed = true
		document, err = loader.LoadFromFile(file)
	}
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func yamlOf(t *testing.T, file string) any {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := yaml.Unmarshal(data, &value); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return value
}

// holdsItself marks a schema that is left open where it would hold itself.
const holdsItself = "x-holds-itself"

// bundle makes one document of several files.
type bundle struct {
	t     *testing.T
	files map[string]any
}

func (b *bundle) read(file string) any {
	if _, ok := b.files[file]; !ok {
		b.files[file] = yamlOf(b.t, file)
	}
	return b.files[file]
}

// inline returns a value of a file with what it refers to in the place of references. What refers to what it stands in is left open.
func (b *bundle) inline(value any, file string, within []string) any {
	switch value := value.(type) {
	case map[string]any:
		if target, ok := value["$ref"].(string); ok {
			path, pointer, _ := strings.Cut(target, "#")
			if path = filepath.Join(filepath.Dir(file), filepath.FromSlash(path)); strings.HasPrefix(target, "#") {
				path = file
			}
			at := path + "#" + pointer
			if slices.Contains(within, at) {
				return map[string]any{holdsItself: true}
			}
			return b.inline(pointed(b.read(path), pointer), path, append(slices.Clip(within), at))
		}
		inlined := make(map[string]any, len(value))
		for key, member := range value {
			inlined[key] = b.inline(member, file, within)
		}
		return inlined
	case []any:
		inlined := make([]any, len(value))
		for i, element := range value {
			inlined[i] = b.inline(element, file, within)
		}
		return inlined
	}
	return value
}

// pointed is what a JSON pointer leads to.
func pointed(value any, pointer string) any {
	for _, name := range strings.Split(strings.Trim(pointer, "/"), "/") {
		if object, ok := value.(map[string]any); ok && name != "" {
			value = object[strings.NewReplacer("~1", "/", "~0", "~").Replace(name)]
		}
	}
	return value
}

// withoutMappings leaves out which files discriminators map values to: in one document there are none.
func withoutMappings(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			if object, ok := member.(map[string]any); ok && key == "discriminator" {
				delete(object, "mapping")
			}
			withoutMappings(member)
		}
	case []any:
		for _, element := range value {
			withoutMappings(element)
		}
	}
	return value
}
