package export_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// bom is what tests look at of a bill of materials.
type bom struct {
	Metadata struct {
		Component struct{ Type, Name, Version string }
	}
	Components   []component
	Dependencies []struct {
		Ref       string
		DependsOn []string
	}
	Compositions []struct{ Aggregate string }
}

type component struct {
	Type, Name, Version, Purl string
	Ref                       string `json:"bom-ref"`
	Hashes                    []struct{ Alg, Content string }
	Properties                []struct{ Name, Value string }
}

func bomOf(t *testing.T, p *plan.Plan) bom {
	t.Helper()
	var b bom
	if err := json.Unmarshal(exported(t, "sbom", p).Content, &b); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b bom) named(t *testing.T, name string) component {
	t.Helper()
	i := slices.IndexFunc(b.Components, func(c component) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("the bill has no %s", name)
	}
	return b.Components[i]
}

// TestSBOM: bills are valid by the JSON Schema of CycloneDX, and what they refer to is there.
func TestSBOM(t *testing.T) {
	s := schema(t, "cyclonedx-1.6.schema.json")
	plans := manifests(t)
	plans["extended"] = changed(t, func(p *plan.Plan) {
		p.Service.Observe.Traces, p.Access = true, &plan.Access{By: []string{"oidc"}}
		p.Service.Idempotency = &plan.Idempotency{Redis: true}
	})
	for name, p := range plans {
		t.Run(name, func(t *testing.T) {
			if err := s.Validate(jsonOf(t, exported(t, "sbom", p).Content)); err != nil {
				t.Error(err)
			}
			b := bomOf(t, p)
			refs := map[string]bool{"service": true}
			for _, c := range b.Components {
				if refs[c.Ref] {
					t.Errorf("%s is there twice", c.Ref)
				}
				refs[c.Ref] = true
			}
			for _, d := range b.Dependencies {
				for _, ref := range append(d.DependsOn, d.Ref) {
					if !refs[ref] {
						t.Errorf("%s is not there", ref)
					}
				}
			}
		})
	}
}

// TestMaterials: a module has the sum that go.sum has, which is not a hash of a file, and a document the SHA-256 of its file, if it is one.
func TestMaterials(t *testing.T) {
	sums, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	p := changed(t, func(p *plan.Plan) { p.Service.Observe.Traces = true })
	b := bomOf(t, p)
	otel := b.named(t, "go.opentelemetry.io/otel/sdk")
	if len(otel.Properties) != 1 || len(otel.Hashes) != 0 || !strings.Contains(string(sums), "\n"+otel.Name+" "+otel.Version+" "+otel.Properties[0].Value+"\n") || otel.Purl != "pkg:golang/go.opentelemetry.io/otel/sdk@"+otel.Version {
		t.Errorf("a module is %+v", otel)
	}
	for _, u := range p.Upstreams {
		data, err := os.ReadFile(filepath.Join(p.Folder, u.Document))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		if c := b.named(t, u.Document); c.Type != "data" || len(c.Hashes) != 1 || c.Hashes[0].Alg != "SHA-256" || c.Hashes[0].Content != hex.EncodeToString(sum[:]) {
			t.Errorf("a document is %+v", c)
		}
	}
	for i := range p.Upstreams {
		spread := *p.Upstreams[i]
		spread.Spread = true
		p.Upstreams[i] = &spread
	}
	if c := bomOf(t, p).named(t, p.Upstreams[0].Document); len(c.Hashes) != 0 || c.Properties[0].Value != p.Upstreams[0].SHA256 {
		t.Errorf("a document of several files is %+v", c)
	}
	without := bomOf(t, changed(t, func(p *plan.Plan) { p.Functions = []*plan.Function{{Name: "own"}} }))
	if without.Compositions[0].Aggregate != "incomplete" || len(without.Components) != 1+len(p.Upstreams) {
		t.Errorf("the bill of a service with functions is %+v", without)
	}
}
