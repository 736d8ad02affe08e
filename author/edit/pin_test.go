package edit

import (
	"bytes"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

const (
	sum   = "3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b"
	other = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
)

// In the cases OLD stands for another sum, and SUM for the one that is to be set.
func TestPin(t *testing.T) {
	for _, c := range []struct{ name, manifest, want string }{
		{
			"below the document's path",
			"upstreams:\n  weather:\n    openapi: nws.yaml\n    timeout: 5s\n",
			"upstreams:\n  weather:\n    openapi: nws.yaml\n    sha256: SUM\n    timeout: 5s\n",
		},
		{
			"at the end of a file without a line break",
			"upstreams:\n  weather:\n    openapi: nws.yaml",
			"upstreams:\n  weather:\n    openapi: nws.yaml\n    sha256: SUM",
		},
		{
			"below a comment on the same line",
			"upstreams:\n  weather:\n    openapi: nws.yaml # theirs\n    # ours\n    timeout: 5s\n",
			"upstreams:\n  weather:\n    openapi: nws.yaml # theirs\n    sha256: SUM\n    # ours\n    timeout: 5s\n",
		},
		{
			"between other upstreams",
			"upstreams:\n  geo:\n    openapi: a.yaml\n  weather:\n    timeout: 5s\n    openapi: b.yaml\ntools: {}\n",
			"upstreams:\n  geo:\n    openapi: a.yaml\n  weather:\n    timeout: 5s\n    openapi: b.yaml\n    sha256: SUM\ntools: {}\n",
		},
		{
			"in a flow mapping",
			"upstreams:\n  weather: {openapi: nws.yaml, timeout: 5s} # short\n",
			"upstreams:\n  weather: {openapi: nws.yaml, sha256: SUM, timeout: 5s} # short\n",
		},
		{
			"in a flow mapping with a quoted path",
			`upstreams: {weather: {"openapi": "a, b.yaml" }}`,
			`upstreams: {weather: {"openapi": "a, b.yaml", sha256: SUM }}`,
		},
		{
			"in a flow mapping over several lines",
			"upstreams:\n  weather: {\n    timeout: 5s,\n    openapi:\n      nws.yaml,\n  }\n",
			"upstreams:\n  weather: {\n    sha256: SUM, timeout: 5s,\n    openapi:\n      nws.yaml,\n  }\n",
		},
		{
			"in place of an old one",
			"upstreams:\n  weather:\n    sha256: OLD # by hand\n    openapi: nws.yaml\n",
			"upstreams:\n  weather:\n    sha256: SUM # by hand\n    openapi: nws.yaml\n",
		},
		{
			"in place of a quoted one",
			"upstreams: {weather: {sha256: 'OLD', openapi: nws.yaml}}\n",
			"upstreams: {weather: {sha256: SUM, openapi: nws.yaml}}\n",
		},
		{
			"where a value is missing",
			"upstreams:\n  weather:\n    sha256:\n    openapi: nws.yaml\n",
			"upstreams:\n  weather:\n    sha256: SUM\n    openapi: nws.yaml\n",
		},
		{
			"in place of an alias",
			"upstreams:\n  geo: {openapi: a.yaml, sha256: &s OLD}\n  weather:\n    sha256: *s\n    openapi: a.yaml\n",
			"upstreams:\n  geo: {openapi: a.yaml, sha256: &s OLD}\n  weather:\n    sha256: SUM\n    openapi: a.yaml\n",
		},
		{
			"with the line ends of the file",
			"upstreams:\r\n  weather:\r\n    openapi: nws.yaml\r\n    timeout: 5s\r\n",
			"upstreams:\r\n  weather:\r\n    openapi: nws.yaml\r\n    sha256: SUM\r\n    timeout: 5s\r\n",
		},
		{
			"with the line ends of the file, at its end",
			"upstreams:\r\n  weather:\r\n    openapi: nws.yaml",
			"upstreams:\r\n  weather:\r\n    openapi: nws.yaml\r\n    sha256: SUM",
		},
		{
			"behind a byte order mark and wide characters",
			"\uFEFF{service: {title: Wetter für Köln ☔}, upstreams: {weather: {openapi: ü.yaml}}}\n",
			"\uFEFF{service: {title: Wetter für Köln ☔}, upstreams: {weather: {openapi: ü.yaml, sha256: SUM}}}\n",
		},
		{
			"above a path over several lines",
			"upstreams:\n  weather:\n    openapi:\n      nws.yaml\n    timeout: 5s\n",
			"upstreams:\n  weather:\n    sha256: SUM\n    openapi:\n      nws.yaml\n    timeout: 5s\n",
		},
		{
			"in an upstream with an anchor",
			"upstreams:\n  weather: &w\n    openapi: nws.yaml\n",
			"upstreams:\n  weather: &w\n    openapi: nws.yaml\n    sha256: SUM\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			fill := strings.NewReplacer("SUM", sum, "OLD", other)
			got, err := Pin([]byte(fill.Replace(c.manifest)), "weather", sum)
			if err != nil {
				t.Fatal(err)
			}
			if want := fill.Replace(c.want); string(got) != want {
				t.Errorf("got\n%q, want\n%q", got, want)
			}
			again, err := Pin(got, "weather", sum)
			if err != nil || !bytes.Equal(again, got) {
				t.Errorf("a second time: %v\n%q", err, again)
			}
		})
	}
}

func TestPinQuotesNumbers(t *testing.T) {
	number := strings.Repeat("12", 20) + "e" + strings.Repeat("3", 23)
	got, err := Pin([]byte("upstreams:\n  weather: {openapi: nws.yaml}\n"), "weather", number)
	if want := "upstreams:\n  weather: {openapi: nws.yaml, sha256: \"" + number + "\"}\n"; err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestPinRefuses(t *testing.T) {
	for _, c := range []struct{ name, manifest, want string }{
		{"another name", "upstreams: {geo: {openapi: a.yaml}}", `the manifest has no upstream "weather"`},
		{"no upstreams", "nact: 1", `the manifest has no upstream "weather"`},
		{"an empty file", "# nothing\n", "the manifest is empty"},
		{"no YAML", "upstreams: {", "the manifest is not YAML"},
		{"an upstream without a value", "upstreams:\n  weather:\n", "is no mapping"},
		{"an alias", "upstreams:\n  geo: &g {openapi: a.yaml}\n  weather: *g\n", "is an alias of another value"},
		{"a value that others repeat", "upstreams:\n  weather: {openapi: a.yaml, sha256: &s " + other + "}\n  geo: {openapi: a.yaml, sha256: *s}\n", "cannot be changed safely"},
		{"explicit keys", "upstreams:\n  weather:\n    ? openapi\n    : |\n      a.yaml\n", "write its line sha256: " + sum},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Pin([]byte(c.manifest), "weather", sum)
			if err == nil {
				t.Fatalf("no error, but\n%s", got)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %q, want %q", err, c.want)
			}
		})
	}
}

// Whatever the manifest: what comes back has the pin and says the same besides, and pinning it again changes nothing.
func FuzzPin(f *testing.F) {
	for _, seed := range []string{
		"upstreams:\n  weather:\n    openapi: nws.yaml\n    timeout: 5s\n",
		"upstreams: {weather: {openapi: nws.yaml}}",
		"upstreams:\r\n  weather:\r\n    sha256: 'x'\r\n    openapi: \"a\\\n      b\" # c\r\n",
		"\uFEFFupstreams:\n  weather: &a {? openapi : a.yaml, b: *a}\n",
		"upstreams:\n  weather:\n    openapi: >-\n      a\n\n      b\n    sha256: |\n     x\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, manifest []byte) {
		before := bytes.Clone(manifest)
		got, err := Pin(manifest, "weather", sum)
		if !bytes.Equal(manifest, before) {
			t.Fatal("the argument was changed")
		}
		if err != nil {
			return
		}
		var read struct {
			Upstreams map[string]yaml.Node
		}
		if err := yaml.Unmarshal(bytes.TrimPrefix(got, byteOrderMark), &read); err == nil {
			upstream := read.Upstreams["weather"]
			if pin := valueOf(&upstream, key); pin == nil || pin.Value != sum {
				t.Fatalf("the pin is not there:\n%s", got)
			}
		}
		again, err := Pin(got, "weather", sum)
		if err != nil || !bytes.Equal(again, got) {
			t.Fatalf("a second time: %v\n%q", err, again)
		}
	})
}
