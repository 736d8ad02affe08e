package naming

import (
	"go/token"
	"testing"
	"unicode"
)

func TestNamesFromText(t *testing.T) {
	for _, c := range []struct{ text, exported, unexported string }{
		{"city", "City", "city"},
		{"grid_id", "GridID", "gridID"},
		{"gridId", "GridID", "gridID"},
		{"grid-id", "GridID", "gridID"},
		{"@grid.id", "GridID", "gridID"},
		{"id", "ID", "id"},
		{"userIDs", "UserIDs", "userIDs"},
		{"ids", "IDs", "ids"},
		{"apiURL", "APIURL", "apiURL"},
		{"HTTPServer", "HTTPServer", "httpServer"},
		{"TODAY", "Today", "today"},
		{"NORTH_WEST", "NorthWest", "northWest"},
		{"HTTP_URL", "HTTPURL", "httpURL"},
		{"getNWSData", "GetNWSData", "getNWSData"},
		{"temperature_2m", "Temperature2m", "temperature2m"},
		{"2m", "X2m", "x2m"},
		{"+1", "Plus1", "plus1"},
		{"-1", "Minus1", "minus1"},
		{"a-1", "A1", "a1"},
		{"OAuth2Token", "OAuth2Token", "oAuth2Token"},
		{"Überschrift", "Überschrift", "überschrift"},
		{"日本語", "X日本語", "日本語"},
		{"ß", "Xß", "ß"},
		{"İd", "İd", "id"},
		{"a\u202eb", "AB", "aB"},
		{"x; func init() { panic(1) }", "XFuncInitPanic1", "xFuncInitPanic1"},
		{"***", "", ""},
		{"", "", ""},
	} {
		if got := Exported(c.text); got != c.exported {
			t.Errorf("Exported(%q) = %q, want %q", c.text, got, c.exported)
		}
		if got := Unexported(c.text); got != c.unexported {
			t.Errorf("Unexported(%q) = %q, want %q", c.text, got, c.unexported)
		}
	}
}

func TestSingular(t *testing.T) {
	for plural, want := range map[string]string{
		"periods": "period", "alerts": "alert", "properties": "property", "addresses": "address", "boxes": "box",
		"matches": "match", "series": "series", "children": "child", "people": "person", "status": "status", "analysis": "analysis", "address": "address", "data": "data", "as": "as",
	} {
		if got := Singular(plural); got != want {
			t.Errorf("Singular(%q) = %q, want %q", plural, got, want)
		}
	}
}

func TestPlural(t *testing.T) {
	for one, want := range map[string]string{
		"period": "periods", "property": "properties", "day": "days", "address": "addresses", "box": "boxes", "match": "matches",
		"child": "children", "person": "people", "names": "names", "status": "statuses", "y": "ys", "": "",
	} {
		if got := Plural(one); got != want {
			t.Errorf("Plural(%q) = %q, want %q", one, got, want)
		}
	}
}

func FuzzNames(f *testing.F) {
	for _, seed := range []string{"gridId", "+1", "日本語", "a\u0301b", "İ", "ﬀ", "ǆ", "\xff", "K"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		exported := Exported(text)
		if exported != "" && (!token.IsIdentifier(exported) || !token.IsExported(exported)) {
			t.Errorf("Exported(%q) = %q", text, exported)
		}
		unexported := Unexported(text)
		if unexported != "" && (!isWord(unexported) || token.IsExported(unexported)) {
			t.Errorf("Unexported(%q) = %q", text, unexported)
		}
		if (exported == "") != (unexported == "") {
			t.Errorf("%q: one of the names is empty: %q, %q", text, exported, unexported)
		}
	})
}

// isWord reports whether s is an identifier or a keyword.
func isWord(s string) bool {
	for i, r := range s {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}
