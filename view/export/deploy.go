package export

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/nactgen/nactgen/internal/invisible"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/plan"
)

//go:embed deploy/*.tmpl
var deployFiles embed.FS

// deploySettings are what Kubernetes has to be told of a service, and no manifest says.
var deploySettings = []Setting{
	{Name: "image", Usage: "the image with the program is `IMAGE`, as in ghcr.io/acme/weather:1.0.0"},
}

// writeKubernetes writes the objects by which a cluster runs the program of the service.
func writeKubernetes(p *plan.Plan, settings Settings) ([]File, error) {
	switch image := settings["image"]; {
	case image == "":
		return nil, settingErrorf("say which image has the program, as in --image ghcr.io/acme/weather:1.0.0; the Dockerfile of a stand-alone service makes one")
	case !serverImage.MatchString(image):
		return nil, settingErrorf("--image is %q, and not an image with its registry and a tag or digest, such as ghcr.io/acme/weather:1.0.0", image)
	}
	d := newDeployment(p)
	if d.Name = strings.ReplaceAll(d.Name, "_", "-"); !clusterName.MatchString(d.Name) {
		return nil, fmt.Errorf("the service is called %s, and objects of Kubernetes have names of at most 63 letters and digits that begin with a letter", p.Service.Name)
	}
	d.Image = settings["image"]
	return d.file("kubernetes.yaml.tmpl", p.Service.Name+".kubernetes.yaml")
}

// clusterName is the form of names that all objects of Kubernetes can have (RFC 1035, section 2.3.1).
var clusterName = regexp.MustCompile(`^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$`)

// writeSystemd writes a unit by which systemd runs the program of the service.
func writeSystemd(p *plan.Plan, _ Settings) ([]File, error) {
	return newDeployment(p).file("systemd.service.tmpl", p.Service.Name+".service")
}

// deployment is what those have to know of a service who run its program.
type deployment struct {
	Manifest, Name, Title string
	Image                 string
	Environment           []*plan.ConfigValue // by variable, each once
	Single                bool                // there can be one process of it at a time
	Guarded               bool                // it asks who calls
	Metrics               bool                // it has some, at the address of its operator
	Audit                 bool                // it records what calls change, in a file
	TLS                   bool                // it has a certificate
	Egress                []egress

	// The stages of its end after SIGTERM, and what all of them take.
	Notice, Drain, Grace time.Duration
	Longest              time.Duration // call
}

// egress is a destination of what the service sends.
type egress struct {
	Hosts []string // for readers
	Note  string   // why it is wider than the hosts; may be empty
	To    []string // entries of a NetworkPolicyPeer, in the flow style of YAML; nil: anywhere
	Port  int
}

// The stages of the end of a program, as package server has them.
const (
	stopNotice = 5 * time.Second // while /readyz says that it will end
	stopMargin = 5 * time.Second // beside the longest call
	lastWords  = time.Second     // of calls that are cut off, before the process ends
)

func newDeployment(p *plan.Plan) *deployment {
	d := &deployment{
		Manifest: p.Manifest, Name: p.Service.Name, Title: cmp.Or(p.Service.Title, p.Service.Name), Environment: append(variables(p), accessVariables(p.Access)...), Guarded: p.Access != nil,
		Single: p.Service.Idempotency != nil && !p.Service.Idempotency.Redis, Metrics: p.Service.Observe.Metrics, Audit: p.Service.Observe.Audit != nil, TLS: p.Service.Inbound.TLS, Notice: stopNotice,
	}
	for _, t := range p.Tools {
		d.Longest = max(d.Longest, t.Longest())
	}
	d.Drain = d.Longest + stopMargin
	d.Grace = d.Notice + d.Drain + 2*lastWords
	for _, u := range p.Upstreams {
		for _, base := range slices.Concat([]string{u.Server}, u.Redirects, u.TokenOrigins()) {
			d.addEgress(base)
		}
	}
	if p.Service.Idempotency != nil && p.Service.Idempotency.Redis {
		d.Egress = append(d.Egress, egress{Hosts: []string{"Redis"}, Note: "wherever it is", Port: 6379})
	}
	if p.Access != nil && slices.Contains(p.Access.By, "oidc") {
		d.Egress = append(d.Egress, egress{Hosts: []string{"the issuer of tokens"}, Note: "wherever it is", Port: 443})
	}
	return d
}

// Addresses that a host of the internet does not have: those of private networks and of the machine's own link, where clouds keep their metadata.
var inside = []string{"10.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"}

// addEgress adds the host of a base URL, to the destination that others of its kind have already.
func (d *deployment) addEgress(base string) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" {
		return
	}
	port, _ := strconv.Atoi(u.Port())
	if port == 0 {
		port = map[string]int{"http": 80, "https": 443}[u.Scheme]
	}
	to := destination(u.Hostname())
	to.Port = port
	for i := range d.Egress {
		if have := &d.Egress[i]; have.Port == port && slices.Equal(have.To, to.To) {
			if !slices.Contains(have.Hosts, u.Hostname()) {
				have.Hosts = append(have.Hosts, u.Hostname())
			}
			return
		}
	}
	d.Egress = append(d.Egress, to)
}

// destination returns where a host is, without a port.
func destination(host string) egress {
	e := egress{Hosts: []string{host}}
	switch {
	case isAddress(host):
		e.To = []string{fmt.Sprintf("ipBlock: {cidr: %s}", oneAddress(host))}
	case !strings.Contains(host, ".") || strings.HasSuffix(host, ".svc") || strings.HasSuffix(host, ".cluster.local"):
		e.Note = "in the cluster"
		e.To = []string{"namespaceSelector: {}"}
	default:
		e.Note = "a NetworkPolicy knows addresses and no names, so that this is all of the internet"
		e.To = []string{
			fmt.Sprintf("ipBlock: {cidr: 0.0.0.0/0, except: [%s]}", strings.Join(inside, ", ")),
			`ipBlock: {cidr: "2000::/3"}`,
		}
	}
	return e
}

func isAddress(host string) bool { return net.ParseIP(host) != nil }

// oneAddress is the network that has one address, as a scalar of YAML.
func oneAddress(host string) string {
	address := netip.MustParseAddr(host).Unmap().WithZone("")
	return strconv.Quote(netip.PrefixFrom(address, address.BitLen()).String())
}

// Scheme is that of its addresses, which its port is called after as well.
func (d *deployment) Scheme() string {
	if d.TLS {
		return "https"
	}
	return "http"
}

// Secrets are the variables whose values nobody shall see.
func (d *deployment) Secrets() []string {
	return d.names(func(v *plan.ConfigValue) bool { return v.Secret })
}

// Texts are the others that have no default.
func (d *deployment) Texts() []string {
	return d.names(func(v *plan.ConfigValue) bool { return !v.Secret && !v.HasDefault })
}

// Needs reports whether the program does not start without an environment.
func (d *deployment) Needs() bool {
	return slices.ContainsFunc(d.Environment, func(v *plan.ConfigValue) bool { return !v.HasDefault })
}

func (d *deployment) names(of func(*plan.ConfigValue) bool) []string {
	var names []string
	for _, v := range d.Environment {
		if of(v) {
			names = append(names, v.Name)
		}
	}
	return names
}

func (d *deployment) file(name, path string) ([]File, error) {
	t, err := template.New(name).Funcs(template.FuncMap{
		"comment": oneLine, "quote": yamlout.Double, "scalar": func(text string) string { return yamlout.Quote(text, true) },
		"unit":    func(text string) string { return strings.ReplaceAll(oneLine(text), "%", "%%") }, // % begins a specifier there
		"seconds": func(d time.Duration) int { return int((d + time.Second - 1) / time.Second) },
		"join":    func(names []string) string { return strings.Join(names, ", ") },
	}).ParseFS(deployFiles, "deploy/"+name)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := t.Execute(&out, d); err != nil {
		return nil, err
	}
	return []File{{Path: path, Content: out.Bytes()}}, nil
}

// oneLine is a text that cannot leave the comment or the line that it stands in.
func oneLine(text string) string {
	seen := strings.Map(func(r rune) rune {
		if invisible.Is(r) {
			return ' '
		}
		return r
	}, text)
	return strings.TrimRight(strings.Join(strings.Fields(seen), " "), `\ `) // systemd continues a line behind a backslash
}
