package gen

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestTimeZones: a service that looks up time zones by name carries the tz database, whosever expression it is.
func TestTimeZones(t *testing.T) {
	zones := []struct {
		name string
		zone ir.Node
		want bool
	}{
		{"named", &ir.Zone{Name: "Europe/Berlin"}, true},
		{"offset", &ir.Zone{Name: "+02:00"}, false},
		{"computed", ir.FnLocation.Call(configRoot("token")), true},
	}
	places := []struct {
		name string
		set  func(p *plan.Plan, n ir.Node)
	}{
		{"output", func(p *plan.Plan, n ir.Node) { p.Tools[0].Outputs[1].Value = n }},
		{"header", func(p *plan.Plan, n ir.Node) { p.Upstreams[0].Headers[0].Value = n }},
		{"credential", func(p *plan.Plan, n ir.Node) { p.Upstreams[0].Auth[0].Values[0] = n }},
	}
	for _, zone := range zones {
		for _, place := range places {
			t.Run(zone.name+" in "+place.name, func(t *testing.T) {
				p := weatherPlan()
				place.set(p, choice(hourIn(zone.zone)))
				if got := strings.Contains(service(t, p), `_ "time/tzdata"`); got != zone.want {
					t.Errorf("time/tzdata is imported: %t, want %t", got, zone.want)
				}
			})
		}
	}
}

// TestConfigOfTools: the service keeps the configuration if a tool's expression reads it, also where it has branches, or if a dry run
// of a tool has to hide what is secret in it.
func TestConfigOfTools(t *testing.T) {
	tests := []struct {
		name   string
		value  ir.Node
		writes bool
		want   bool
	}{
		{"plain", configRoot("contact"), false, true},
		{"in a branch", choice(text("a")), false, true},
		{"not read", text("a"), false, false},
		{"hidden", text("a"), true, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := weatherPlan()
			p.Tools[0].Outputs[1].Value = test.value
			if test.writes {
				p.Tools[0].DryRun = []plan.DryStep{{Step: &plan.GoStep{Name: "keep", Function: &plan.Function{Name: "keep"}}}}
			}
			if got := strings.Contains(service(t, p), "s := &Service{config: config}"); got != test.want {
				t.Errorf("the configuration is kept: %t, want %t", got, test.want)
			}
		})
	}
}

// choice is n if a config value says so: an expression with branches, which stands in a function of its own.
func choice(n ir.Node) ir.Node {
	return &ir.Cond{If: &ir.Binary{T: ir.BoolType, Op: "==", X: configRoot("contact"), Y: text("")}, Then: n, Else: text("b")}
}

// hourIn is the hour of a day in a time zone, as a text.
func hourIn(zone ir.Node) ir.Node {
	day := &ir.Const{T: ir.TimestampType, Value: time.Date(2026, time.July, 1, 0, 0, 0, 0, time.UTC)}
	return ir.FnStrconvFormatInt.Call(ir.FnHours.Call(day, zone), ir.Int64(10))
}

// service returns service.go of a plan.
func service(t *testing.T, p *plan.Plan) string {
	t.Helper()
	files, err := Generate(ready(p))
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(files, func(f File) bool { return f.Path == "service.go" })
	return string(files[i].Content)
}
