package diag

import (
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
)

// The parts of SARIF 2.1.0 that a log of findings needs.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string        `json:"id"`
		Short   *sarifMessage `json:"shortDescription,omitempty"`
		Full    *sarifMessage `json:"fullDescription,omitempty"`
		HelpURI string        `json:"helpUri,omitempty"`
		Help    *sarifMessage `json:"help,omitempty"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`

		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
	sarifMessage struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
)

// Help is what can be said of all findings of a rule.
type Help struct {
	Title    string // in a few words, without a full stop
	Text     string // at length, as plain text
	Markdown string // the same with examples
	URI      string // the page that has it
}

// WriteSARIF writes the list as a SARIF 2.1.0 log of one run of nactgen, whose version may be empty. Columns count
// characters where src has the file. Every rule that a diagnostic names is listed, with what help says of it; that returns false for a
// rule of which nothing is said. An accepted warning is suppressed in the source.
func (l List) WriteSARIF(w io.Writer, src Sources, version string, help func(rule string) (Help, bool)) error {
	rules := l.Rules()
	driver := sarifDriver{Name: "nactgen", Version: version, Rules: make([]sarifRule, 0, len(rules))}
	for _, id := range rules {
		rule := sarifRule{ID: id}
		if h, ok := help(id); ok {
			rule.Short, rule.Full, rule.HelpURI = &sarifMessage{Text: h.Title + "."}, &sarifMessage{Text: h.Text}, h.URI
			rule.Help = &sarifMessage{Text: h.Text, Markdown: h.Markdown}
		}
		driver.Rules = append(driver.Rules, rule)
	}
	lines := newLineReader(src)
	results := make([]sarifResult, 0, len(l))
	for _, d := range l {
		index, _ := slices.BinarySearch(rules, d.Rule)
		result := sarifResult{
			RuleID:    d.Rule,
			RuleIndex: index,
			Level:     d.Severity.String(),
			Message:   sarifMessage{Text: visible(d.Message)},
			Locations: sarifLocations(d, lines),
		}
		if d.Accepted != "" {
			result.Suppressions = []sarifSuppression{{Kind: "inSource", Justification: visible(d.Accepted)}}
		}
		results = append(results, result)
	}
	return encodeJSON(w, sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{{Tool: sarifTool{Driver: driver}, ColumnKind: "unicodeCodePoints", Results: results}},
	})
}

func sarifLocations(d Diagnostic, lines *lineReader) []sarifLocation {
	if d.Pos.File == "" {
		return nil
	}
	place := sarifPhysical{Artifact: sarifArtifact{URI: fileURI(d.Pos.File)}}
	if d.Pos.Line > 0 {
		column, end := lines.characters(d)
		place.Region = &sarifRegion{StartLine: d.Pos.Line, StartColumn: column, EndColumn: end}
	}
	return []sarifLocation{{Physical: place}}
}

// fileURI returns file as a URI reference: relative paths stay relative.
func fileURI(file string) string {
	path := filepath.ToSlash(file)
	if !filepath.IsAbs(file) {
		return (&url.URL{Path: path}).String()
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
