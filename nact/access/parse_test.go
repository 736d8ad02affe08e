package access

import "testing"

func TestParse(t *testing.T) {
	tests := []struct {
		name  string
		parse func(string) (string, error)
		text  string
		want  string // "" is an error
	}{
		{"host", ParseHost, " Tools.Example. ", "tools.example"},
		{"IPv4 address", ParseHost, "10.0.0.1", "10.0.0.1"},
		{"IPv6 address", ParseHost, "[2001:DB8::1]", "2001:db8::1"},
		{"no host", ParseHost, " ", ""},
		{"host with a port", ParseHost, "tools.example:80", ""},
		{"host with a scheme", ParseHost, "https://tools.example", ""},
		{"any host", ParseHost, "*", ""},
		{"origin", ParseOrigin, " HTTPS://Tools.Example:8443", "https://tools.example:8443"},
		{"origin of an application", ParseOrigin, "app://b", "app://b"},
		{"origin with a path", ParseOrigin, "https://tools.example/", ""},
		{"origin without a scheme", ParseOrigin, "tools.example", ""},
		{"origin of no one", ParseOrigin, "null", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, err := test.parse(test.text); got != test.want || (err == nil) != (test.want != "") {
				t.Errorf("%q: got %q, %v", test.text, got, err)
			}
		})
	}
}
