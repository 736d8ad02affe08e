package export_test

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/view/export"
)

// TestUnits: systemd takes the units that are shown, and finds that they give a program little to do harm with.
func TestUnits(t *testing.T) {
	analyze := testmode.Program(t, "systemd-analyze", "systemd")
	all := manifests(t)
	shown := maps.Clone(shown)
	shown["with TLS"], all["with TLS"] = "the same", changed(t, func(p *plan.Plan) { p.Service.Inbound.TLS = true })
	for name, p := range all {
		if shown[name] == "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			unit := bytes.ReplaceAll(exported(t, "systemd", p).Content, []byte("/usr/local/bin/"+p.Service.Name+"\n"), []byte("/bin/true\n"))
			file := filepath.Join(t.TempDir(), "tools.service")
			if err := os.WriteFile(file, unit, 0o644); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"verify", file}, {"security", "--offline=true", "--threshold=15", file}} {
				if out, err := exec.Command(analyze, args...).CombinedOutput(); err != nil || args[0] == "verify" && len(out) > 0 {
					t.Errorf("%s: %v\n%s", args[0], err, out)
				}
			}
		})
	}
}

// objects are what is exported of a plan, by kind.
func objects(t *testing.T, p *plan.Plan) map[string]map[string]any {
	t.Helper()
	byKind := map[string]map[string]any{}
	decoder := yaml.NewDecoder(bytes.NewReader(exported(t, "kubernetes", p).Content))
	for {
		var o map[string]any
		if err := decoder.Decode(&o); err != nil {
			return byKind
		}
		byKind[o["kind"].(string)] = o
	}
}

// at is the value in a tree at a path of keys; nil: there is none.
func at(v any, path string) any {
	for key := range strings.SplitSeq(path, ".") {
		m, _ := v.(map[string]any)
		v = m[key]
	}
	return v
}

// changed returns the plan of an example after a change.
func changed(t *testing.T, change func(p *plan.Plan)) *plan.Plan {
	t.Helper()
	text, err := os.ReadFile(shown["nws"])
	if err != nil {
		t.Fatal(err)
	}
	p := *planOf(t, shown["nws"], string(text))
	p.Upstreams = slices.Clone(p.Upstreams)
	for i, u := range p.Upstreams {
		copied := *u
		p.Upstreams[i] = &copied
	}
	change(&p)
	return &p
}

// TestInstances: answers that one process keeps are no matter of several.
func TestInstances(t *testing.T) {
	tests := []struct {
		name        string
		idempotency *plan.Idempotency
		want        []string
	}{
		{"nothing kept", nil, []string{"Deployment", "HorizontalPodAutoscaler", "NetworkPolicy", "PodDisruptionBudget", "Service", "ServiceAccount"}},
		{"in Redis", &plan.Idempotency{Redis: true}, []string{"Deployment", "HorizontalPodAutoscaler", "NetworkPolicy", "PodDisruptionBudget", "Service", "ServiceAccount"}},
		{"in memory", &plan.Idempotency{}, []string{"Deployment", "NetworkPolicy", "Service", "ServiceAccount"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all := objects(t, changed(t, func(p *plan.Plan) { p.Service.Idempotency = tt.idempotency }))
			if got := slices.Sorted(maps.Keys(all)); !slices.Equal(got, tt.want) {
				t.Errorf("got %v", got)
			}
			single := tt.idempotency != nil && !tt.idempotency.Redis
			if got := at(all["Deployment"], "spec.replicas"); (got == 1) != single {
				t.Errorf("%v replicas", got)
			}
			if got := at(all["Deployment"], "spec.strategy.type"); (got == "Recreate") != single {
				t.Errorf("the strategy is %v", got)
			}
		})
	}
}

// TestGrace: a cluster waits for the calls of every tool, of withdrawn ones, too.
func TestGrace(t *testing.T) {
	p := changed(t, func(p *plan.Plan) {
		withdrawn := *p.Tools[0]
		withdrawn.Timeout = 90 * time.Second
		withdrawn.Withdrawn = &plan.Withdrawal{}
		p.Tools = append(slices.Clone(p.Tools), &withdrawn)
	})
	if got := at(objects(t, p)["Deployment"], "spec.template.spec.terminationGracePeriodSeconds"); got != 102 {
		t.Errorf("it waits for %v seconds", got)
	}
	if got := string(exported(t, "systemd", p).Content); !strings.Contains(got, "\nTimeoutStopSec=102\n") {
		t.Errorf("systemd waits otherwise:\n%s", got)
	}
}

// TestEgress: the service reaches where its upstreams are, and neither a private network nor the metadata of a cloud beside them.
func TestEgress(t *testing.T) {
	tests := []struct {
		name, server string
		redirects    []string
		want         string // of the one rule beside that for DNS
	}{
		{"a name", "https://api.example.com/v1", nil, "0.0.0.0/0 2000::/3 443"},
		{"a port", "http://api.example.com:8080", nil, "0.0.0.0/0 2000::/3 8080"},
		{"no port", "http://api.example.com", nil, "0.0.0.0/0 2000::/3 80"},
		{"an address", "https://10.1.2.3", nil, "10.1.2.3/32 443"},
		{"an address of IPv6", "https://[fd00::1]:444", nil, "fd00::1/128 444"},
		{"a service of the namespace", "http://notes", nil, "pods 80"},
		{"a service of the cluster", "http://notes.prod.svc.cluster.local", nil, "pods 80"},
		{"a redirect to another name", "https://api.example.com", []string{"https://files.example.com"}, "0.0.0.0/0 2000::/3 443"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := changed(t, func(p *plan.Plan) {
				p.Upstreams = p.Upstreams[:1]
				p.Upstreams[0].Server, p.Upstreams[0].Redirects = tt.server, tt.redirects
			})
			rules := at(objects(t, p)["NetworkPolicy"], "spec.egress").([]any)
			if len(rules) != 2 {
				t.Fatalf("%d rules: %v", len(rules), rules)
			}
			if got := destinations(rules[1]); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// destinations are those of a rule, and its port.
func destinations(rule any) string {
	var words []string
	for _, to := range at(rule, "to").([]any) {
		cidr, ok := at(to, "ipBlock.cidr").(string)
		if !ok {
			cidr = "pods"
		}
		if cidr == "0.0.0.0/0" && len(at(to, "ipBlock.except").([]any)) < 5 {
			cidr += " and all inside"
		}
		words = append(words, cidr)
	}
	port := at(rule, "ports").([]any)[0]
	var out bytes.Buffer
	if err := yaml.NewEncoder(&out).Encode(at(port, "port")); err != nil {
		return err.Error()
	}
	return strings.Join(append(words, strings.TrimSpace(out.String())), " ")
}

// TestMetricsOfDeployments: what has metrics has a port for them, and pods of the namespace reach it.
func TestMetricsOfDeployments(t *testing.T) {
	for _, metrics := range []bool{false, true} {
		p := changed(t, func(p *plan.Plan) { p.Service.Observe.Metrics = metrics })
		text := string(exported(t, "kubernetes", p).Content)
		if n := strings.Count(text, "9090") + strings.Count(text, "port: metrics"); n != map[bool]int{true: 3}[metrics] {
			t.Errorf("metrics %t: %d places", metrics, n)
		}
		if rules := at(objects(t, p)["NetworkPolicy"], "spec.ingress").([]any); len(rules) != 1+map[bool]int{true: 1}[metrics] {
			t.Errorf("metrics %t: %d rules", metrics, len(rules))
		}
	}
}

// TestTLSOfDeployments: what has a certificate is asked for its health by HTTPS, and finds its certificate where it is put.
func TestTLSOfDeployments(t *testing.T) {
	p := changed(t, func(p *plan.Plan) { p.Service.Inbound.TLS = true })
	all := objects(t, p)
	pod := at(all["Deployment"], "spec.template.spec").(map[string]any)
	container := pod["containers"].([]any)[0].(map[string]any)
	for _, probe := range []string{"readinessProbe", "livenessProbe"} {
		if scheme, port := at(container, probe+".httpGet.scheme"), at(container, probe+".httpGet.port"); scheme != "HTTPS" || port != "https" {
			t.Errorf("the %s asks %v by %v", probe, port, scheme)
		}
	}
	port := at(all["Service"], "spec.ports").([]any)[0].(map[string]any)
	if open := container["ports"].([]any)[0].(map[string]any); open["name"] != "https" || port["targetPort"] != "https" || port["port"] != 443 {
		t.Errorf("the ports are %v and %v", open, port)
	}
	mounted := at(container, "volumeMounts").([]any)[0].(map[string]any)
	volume := pod["volumes"].([]any)[0].(map[string]any)
	if mounted["name"] != volume["name"] || mounted["mountPath"] != "/etc/tls" || at(volume, "secret.secretName") != p.Service.Name+"-tls" || at(volume, "secret.defaultMode") != 0o440 || at(pod, "securityContext.fsGroup") != 65532 {
		t.Errorf("%v is mounted as %v", volume, mounted)
	}
	if got := environmentOf(t, p); !slices.Contains(got, "NACT_TLS_CERT is /etc/tls/tls.crt") || !slices.Contains(got, "NACT_TLS_KEY is /etc/tls/tls.key") {
		t.Errorf("the environment is %q", got)
	}
	unit := string(exported(t, "systemd", p).Content)
	if !strings.Contains(unit, "\nLoadCredential=tls.key:/etc/nws/tls.key\nEnvironment=NACT_TLS_CERT=%d/tls.crt NACT_TLS_KEY=%d/tls.key\n") {
		t.Errorf("the unit: %s", unit)
	}
}

// environmentOf returns what the objects of a cluster say of the variables of the program, but for its address and its memory.
func environmentOf(t *testing.T, p *plan.Plan) []string {
	t.Helper()
	pod := at(objects(t, p)["Deployment"], "spec.template.spec").(map[string]any)
	var list []string
	for _, v := range pod["containers"].([]any)[0].(map[string]any)["env"].([]any) {
		name := stringOf(at(v, "name"))
		if name == "NACT_ADDR" || name == "GOMEMLIMIT" {
			continue
		}
		from := "is " + strings.TrimSpace(strings.Join([]string{stringOf(at(v, "value")), stringOf(at(v, "valueFrom.secretKeyRef.key")), stringOf(at(v, "valueFrom.configMapKeyRef.key"))}, " "))
		if at(v, "valueFrom.secretKeyRef.optional") == true {
			from += ", or not"
		}
		list = append(list, name+" "+from)
	}
	return list
}

// TestCallers: a service that asks who calls is given its callers, and nobody says that anyone may call.
func TestCallers(t *testing.T) {
	for way, want := range map[string][]string{
		"api_keys":      {"NACT_API_KEYS is NACT_API_KEYS"},
		"oidc":          {"NACT_OIDC_ISSUER is NACT_OIDC_ISSUER", "NACT_PUBLIC_URL is NACT_PUBLIC_URL"},
		"api_keys oidc": {"NACT_API_KEYS is NACT_API_KEYS, or not", "NACT_OIDC_ISSUER is ", "NACT_PUBLIC_URL is "},
	} {
		p := changed(t, func(p *plan.Plan) {
			p.Config, p.Access = nil, &plan.Access{By: strings.Fields(way)}
		})
		if got := environmentOf(t, p); !slices.Equal(got, want) {
			t.Errorf("%s: got %q\nwant %q", way, got, want)
		}
	}
}

// TestAuditOfDeployments: what records writes has a place to which it can write, since nothing else of its file system is one, under its user's own group.
func TestAuditOfDeployments(t *testing.T) {
	p := changed(t, func(p *plan.Plan) { p.Service.Observe.Audit = &plan.Audit{} })
	pod := at(objects(t, p)["Deployment"], "spec.template.spec").(map[string]any)
	container := pod["containers"].([]any)[0].(map[string]any)
	mount, volume := container["volumeMounts"].([]any)[0], pod["volumes"].([]any)[0]
	if at(mount, "name") != at(volume, "name") || at(mount, "mountPath") != "/var/log/audit" || at(pod, "securityContext.fsGroup") != 65532 {
		t.Errorf("%v is at %v", volume, mount)
	}
	if got := environmentOf(t, p); !slices.Contains(got, "NACT_AUDIT is /var/log/audit/audit.jsonl") {
		t.Errorf("got %q", got)
	}
	if unit := string(exported(t, "systemd", p).Content); !strings.Contains(unit, "\nLogsDirectory=nws\nEnvironment=NACT_AUDIT=/var/log/nws/audit.jsonl\n") {
		t.Errorf("the unit has no place for it:\n%s", unit)
	}
}

// TestVariables: secrets come from a Secret, what has no default from a ConfigMap, and the rest stands there.
func TestVariables(t *testing.T) {
	p := changed(t, func(p *plan.Plan) {
		p.Config = []*plan.ConfigValue{
			{Name: "key", Env: "API_KEY", Secret: true},
			{Name: "spare", Env: "SPARE_KEY", Secret: true, HasDefault: true, Default: "hush"},
			{Name: "region", Env: "REGION"},
			{Name: "unit", Env: "UNIT", HasDefault: true, Default: `"F" #1`},
			{Name: "again", Env: "REGION", Description: "Where."},
		}
	})
	got := environmentOf(t, p)
	want := []string{"NACT_ALLOW_ANYONE is true", "API_KEY is API_KEY", "SPARE_KEY is SPARE_KEY, or not", "REGION is REGION", `UNIT is "F" #1`}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	text := string(exported(t, "kubernetes", p).Content) + string(exported(t, "systemd", p).Content)
	if strings.Contains(text, "hush") {
		t.Error("the default of a secret is told")
	}
	for _, line := range []string{"# - a Secret nws with API_KEY, SPARE_KEY\n", "# - a ConfigMap nws with REGION\n", "# - REGION (required): Where.\n", "EnvironmentFile=/etc/nws/environment\n"} {
		if !strings.Contains(text, line) {
			t.Errorf("it does not say %q", line)
		}
	}
}

func stringOf(v any) string {
	s, _ := v.(string)
	return s
}

// TestDeployedTexts: texts of a manifest stay in their comments and lines.
func TestDeployedTexts(t *testing.T) {
	const hostile = "Tools\n---\nkind: Secret\nExecStart=/bin/sh %n \u2028ExecStart=x {{.Name}} \\"
	p := changed(t, func(p *plan.Plan) {
		p.Service.Title = hostile
		p.Config = []*plan.ConfigValue{{Name: "x", Env: "X", HasDefault: true, Default: hostile, Description: hostile}}
	})
	if got := slices.Sorted(maps.Keys(objects(t, p))); len(got) != 6 || slices.Contains(got, "Secret") {
		t.Errorf("objects: %v", got)
	}
	unit := string(exported(t, "systemd", p).Content)
	if n := strings.Count(unit, "\nExecStart="); n != 1 {
		t.Errorf("%d commands:\n%s", n, unit)
	}
	if want := "\nDescription=Tools --- kind: Secret ExecStart=/bin/sh %%n ExecStart=x {{.Name}}\n"; !strings.Contains(unit, want) {
		t.Errorf("the unit lacks %q:\n%s", want, unit)
	}
}

// TestDeploySettings: what is missing or wrong is said, with what to do.
func TestDeploySettings(t *testing.T) {
	tests := []struct {
		name, service, image, want string
	}{
		{"no image", "nws", "", "say which image has the program, as in --image ghcr.io/acme/weather:1.0.0; the Dockerfile of a stand-alone service makes one"},
		{"no tag", "nws", "ghcr.io/acme/weather", `--image is "ghcr.io/acme/weather", and not an image with its registry and a tag or digest, such as ghcr.io/acme/weather:1.0.0`},
		{"a long name", strings.Repeat("a", 64), "ghcr.io/acme/weather:1.0.0", "the service is called " + strings.Repeat("a", 64) + ", and objects of Kubernetes have names of at most 63 letters and digits that begin with a letter"},
		{"a digit first", "3d_maps", "ghcr.io/acme/weather:1.0.0", "the service is called 3d_maps, and objects of Kubernetes have names of at most 63 letters and digits that begin with a letter"},
		{"underscores", "weather_tools", "ghcr.io/acme/weather:1.0.0", ""},
		{"a word of YAML", "no", "ghcr.io/acme/weather:1.0.0", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := changed(t, func(p *plan.Plan) { p.Service.Name = tt.service })
			files, err := export.Find("kubernetes").Write(p, export.Settings{"image": tt.image})
			if tt.want != "" {
				if err == nil || err.Error() != tt.want {
					t.Errorf("got %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var account struct{ Metadata struct{ Name any } }
			if err := yaml.Unmarshal(files[0].Content, &account); err != nil || account.Metadata.Name != strings.ReplaceAll(tt.service, "_", "-") {
				t.Errorf("it is called %v (%v)", account.Metadata.Name, err)
			}
		})
	}
}
