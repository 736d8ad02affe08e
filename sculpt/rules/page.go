package rules

import (
	"fmt"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// severities are the words that start the line below the name of a rule.
var severities = map[string][]diag.Severity{
	"Error":            {diag.Error},
	"Warning":          {diag.Warning},
	"Error or warning": {diag.Error, diag.Warning},
}

// without starts the paragraph that says why a rule has no example.
const without = "No example: "

// page is a page as it is read.
type page struct {
	file  string
	lines []string
	next  int // the line to be read
	area  Area
}

// parse reads a page. It is Markdown:
//
//	# The title of the area
//
//	## name-of-the-rule
//
//	Error: what is wrong, in a few words
//
//	Paragraphs.
//
//	```yaml wrong
//	```
//	```findings
//	```
//	```yaml right
//	```
//
// Error may also be Warning, or Error or warning. A name of a file behind wrong or right makes the block that file; without one it is
// a part of the manifest. A block "both" belongs to both, and
// "published" is the manifest as nactgen lock has published it before, one block for each time. Where there is no example, a paragraph starts with "No example: ".
func parse(file, text string) (Area, error) {
	p := &page{file: file, lines: strings.Split(text, "\n")}
	for p.next < len(p.lines) {
		line := p.lines[p.next]
		p.next++
		var err error
		switch name, isRule := strings.CutPrefix(line, "## "); {
		case isRule:
			err = p.rule(name)
		case strings.HasPrefix(line, "# ") && p.area.Title == "":
			p.area.Title = line[len("# "):]
		case line != "":
			err = p.errorf("a rule starts with ## and its name")
		}
		if err != nil {
			return Area{}, err
		}
	}
	if p.area.Title == "" {
		return Area{}, p.errorf("the page has no title")
	}
	return p.area, nil
}

func (p *page) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", p.file, p.next, fmt.Sprintf(format, args...))
}

// rule reads what follows the name of a rule.
func (p *page) rule(name string) error {
	r := &Rule{Name: name, Area: p.area.Title}
	for _, paragraph := range p.paragraphs() {
		severity, title, _ := strings.Cut(paragraph, ": ")
		switch why, isWhy := strings.CutPrefix(paragraph, without); {
		case r.Severities == nil:
			if r.Severities = severities[severity]; r.Severities == nil || title == "" {
				return p.errorf("below %s stands its severity and its title, as in \"Error: what is wrong\"", name)
			}
			r.Title = title
		case isWhy:
			r.Without = why
		default:
			r.Text = append(r.Text, paragraph)
		}
	}
	if err := p.blocks(r); err != nil {
		return err
	}
	if example := len(r.Wrong) > 0 && len(r.Right) > 0; len(r.Text) == 0 || example == (r.Without != "") {
		return p.errorf("%s has to have a text, and a wrong and a right example or the reason why not", name)
	}
	p.area.Rules = append(p.area.Rules, r)
	return nil
}

// paragraphs reads text up to a block or to the next rule.
func (p *page) paragraphs() []string {
	var all, lines []string
	end := func() {
		if len(lines) > 0 {
			all = append(all, strings.Join(lines, " "))
		}
		lines = nil
	}
	for ; p.next < len(p.lines); p.next++ {
		line := p.lines[p.next]
		if strings.HasPrefix(line, "## ") || strings.HasPrefix(line, fence) {
			break
		}
		if line == "" {
			end()
			continue
		}
		lines = append(lines, line)
	}
	end()
	return all
}

const fence = "```"

// blocks reads the example of a rule.
func (p *page) blocks(r *Rule) error {
	for p.next < len(p.lines) && !strings.HasPrefix(p.lines[p.next], "## ") {
		info, isBlock := strings.CutPrefix(p.lines[p.next], fence)
		p.next++
		if !isBlock {
			if p.lines[p.next-1] != "" {
				return p.errorf("text behind the first block of %s", r.Name)
			}
			continue
		}
		var text strings.Builder
		for ; ; p.next++ {
			if p.next == len(p.lines) {
				return p.errorf("a block of %s has no end", r.Name)
			}
			if p.lines[p.next] == fence {
				p.next++
				break
			}
			text.WriteString(p.lines[p.next] + "\n")
		}
		if err := p.block(r, strings.Fields(info), text.String()); err != nil {
			return err
		}
	}
	return nil
}

// block adds a block to a rule, whose info has a language, a role, and perhaps the name of a file.
func (p *page) block(r *Rule, info []string, text string) error {
	if len(info) == 1 && info[0] == "findings" {
		r.Findings = text
		return nil
	}
	if len(info) < 2 || len(info) > 3 {
		return p.errorf("a block of %s is ```findings, or has a language and a role, as in ```yaml wrong", r.Name)
	}
	f := File{Language: info[0], Text: text}
	if len(info) == 3 {
		f.Name = info[2]
	}
	switch info[1] {
	case "wrong":
		r.Wrong = append(r.Wrong, f)
	case "right":
		r.Right = append(r.Right, f)
	case "published":
		r.Published = append(r.Published, f)
	case "both":
		r.Wrong, r.Right = append(r.Wrong, f), append(r.Right, f)
	default:
		return p.errorf("the role %q of a block of %s is none of published, wrong, right and both", info[1], r.Name)
	}
	return nil
}
