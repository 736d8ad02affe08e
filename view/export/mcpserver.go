package export

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact/mcp"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// serverSchema is the JSON Schema of a server.json.
const serverSchema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"

// longestServerText bounds the description and the title of a server, in characters.
const longestServerText = 100

// serverSettings are what the registry requires and only the operator of a service knows.
var serverSettings = []Setting{
	{Name: "name", Usage: "the server in the registry is `NAMESPACE/NAME`, as in io.github.acme/weather"},
	{Name: "version", Usage: "`VERSION` of the server, as in 1.0.0"},
	{Name: "url", Usage: "clients reach the server at `URL`, as in https://tools.example.com/mcp"},
	{Name: "image", Usage: "clients start the server from `IMAGE`, as in ghcr.io/acme/weather:1.0.0"},
	{Name: "description", Usage: "`TEXT` of at most 100 characters, if that of the service will not do"},
}

// SettingError says that a setting is missing or has a wrong value.
type SettingError string

func (e SettingError) Error() string { return string(e) }

func settingErrorf(format string, args ...any) error {
	return SettingError(fmt.Sprintf(format, args...))
}

// The forms that the official registry requires.
var (
	serverName    = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9]/[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]$`)
	serverVersion = regexp.MustCompile(`^v?[0-9]+(\.[0-9]+)*([-+][0-9A-Za-z.+-]+)?$`)
	serverImage   = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+(/[a-z0-9._-]+)+(:[0-9A-Za-z_][0-9A-Za-z._-]*|@sha256:[0-9a-f]{64})$`)
)

const longestServerName = 200

// writeServer writes a server.json for the registry of MCP servers.
func writeServer(p *plan.Plan, settings Settings) ([]File, error) {
	if err := checkServer(settings); err != nil {
		return nil, err
	}
	if !p.Go.Faces.Has(face.MCP) {
		return nil, errors.New("the service does not speak MCP, so that there is no server to register; give it the face in its manifest: go: {faces: [nact, mcp]}")
	}
	server := object{{"$schema", serverSchema}, {"name", settings["name"]}}
	if p.Service.Title != "" {
		if utf8.RuneCountInString(p.Service.Title) > longestServerText {
			return nil, fmt.Errorf("the title of the service has more than the %d characters that the registry takes", longestServerText)
		}
		server.add("title", p.Service.Title)
	}
	description := cmp.Or(settings["description"], p.Service.Description)
	switch n := utf8.RuneCountInString(description); {
	case n == 0:
		return nil, settingErrorf("the service has no description; say with --description what the server is for, in at most %d characters", longestServerText)
	case n > longestServerText:
		return nil, settingErrorf("the description has %d characters, and the registry takes at most %d; give it a shorter one with --description", n, longestServerText)
	}
	server.add("description", description)
	server.add("version", settings["version"])
	if settings["url"] != "" {
		server.add("remotes", []any{object{{"type", "streamable-http"}, {"url", settings["url"]}}})
	}
	if settings["image"] != "" {
		server.add("packages", []any{imagePackage(p, settings["image"])})
	}
	content, err := document(server)
	return []File{{Path: "server.json", Content: content}}, err
}

// checkServer returns an error if a setting is missing, or if the registry would refuse it.
func checkServer(s Settings) error {
	switch {
	case s["name"] == "":
		return settingErrorf("say what the server is called, as in --name io.github.acme/weather: a domain that you can show to be yours, backwards, and a name below it")
	case !serverName.MatchString(s["name"]) || len(s["name"]) > longestServerName:
		return settingErrorf("--name is %q, and not a domain, backwards, and a name below it, such as io.github.acme/weather", s["name"])
	case s["version"] == "":
		return settingErrorf("say which version of the server this is, as in --version 1.0.0")
	case !serverVersion.MatchString(s["version"]):
		return settingErrorf("--version is %q, and not one version, such as 1.0.0", s["version"])
	case s["url"] == "" && s["image"] == "":
		return settingErrorf("say where clients find the server: as in --url https://tools.example.com/mcp, or --image ghcr.io/acme/weather:1.0.0, or both")
	case s["url"] != "" && !remoteURL(s["url"]):
		return settingErrorf("--url is %q, and not an https URL that others can reach, such as https://tools.example.com/mcp", s["url"])
	case s["image"] != "" && !serverImage.MatchString(s["image"]):
		return settingErrorf("--image is %q, and not an image with its registry and a tag or digest, such as ghcr.io/acme/weather:1.0.0", s["image"])
	}
	return nil
}

// remoteURL reports whether the registry takes a URL of a server.
func remoteURL(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" || u.User != nil || strings.ContainsAny(text, " {}") {
		return false
	}
	host := u.Hostname()
	return host != "" && host != "localhost" && host != "127.0.0.1" && host != "::1" && !strings.HasSuffix(host, ".localhost")
}

// imagePackage returns the package with which a client starts the service from an image, as a process that speaks over its standard input and output.
func imagePackage(p *plan.Plan, image string) object {
	o := object{
		{"registryType", "oci"}, {"identifier", image}, {"runtimeHint", "docker"},
		{"transport", object{{"type", "stdio"}}},
		{"packageArguments", []any{object{{"type", "positional"}, {"value", "--stdio"}}}},
	}
	if variables := environment(p); len(variables) > 0 {
		o.add("environmentVariables", variables)
	}
	return o
}

// environment returns the environment variables that configure the service.
func environment(p *plan.Plan) []any {
	var list []any
	for _, v := range variables(p) {
		o := object{{"name", v.Name}}
		if v.Description != "" {
			o.add("description", v.Description)
		}
		if !v.HasDefault {
			o.add("isRequired", true)
		} else if v.Default != "" && !v.Secret {
			o.add("default", v.Default)
		}
		if v.Secret {
			o.add("isSecret", true)
		}
		list = append(list, o)
	}
	return list
}

// writeMCPTools writes what the service answers to tools/list, tools by name, without what a single answer has besides: cursor and caching.
func writeMCPTools(p *plan.Plan, _ Settings) ([]File, error) {
	byName := slices.SortedFunc(slices.Values(p.Tools), func(a, b *plan.Tool) int { return strings.Compare(a.Signature.Name, b.Signature.Name) })
	var tools []any
	for _, t := range byName {
		d := t.Descriptor()
		tools = append(tools, json.RawMessage(mcp.AppendTool(nil, &d)))
	}
	content, err := document(object{{"tools", tools}})
	return []File{{Path: p.Service.Name + ".mcp-tools.json", Content: content}}, err
}
