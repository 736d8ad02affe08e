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
		ID string `json:"id"`
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
		Text string `json:"text"`
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

// WriteSARIF writes the list as a SARIF 2.1.0 log of one run of nactgen, whose version may be empty. Columns count
// characters where src has the file. Every rule that a diagnostic names is listed, and an
// accepted warning is suppressed in the source.
func (l List) WriteSARIF(w io.Writer, src Sources, version string) error {
	rules := l.rules()
	driver := sarifDriver{Name: "nactgen", Version: version, Rules: make([]sarifRule, 0, len(rules))}
	for _, id := range rules {
		driver.Rules = append(driver.Rules, sarifRule{ID: id})
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

// rules returns the names of the rules in the list, sorted, each once.
func (l List) rules() []string {
	rules := make([]string, 0, len(l))
	for _, d := range l {
		rules = append(rules, d.Rule)
	}
	slices.Sort(rules)
	return slices.Compact(rules)
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
