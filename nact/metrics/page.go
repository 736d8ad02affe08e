package metrics

import (
	"math"
	"strconv"
	"strings"
)

// page is a page in the text format of Prometheus, version 0.0.4.
type page struct{ text []byte }

// family begins the samples of one name.
func (p *page) family(name, help, kind string) {
	p.text = append(p.text, "# HELP "+name+" "+helpEscapes.Replace(help)+"\n# TYPE "+name+" "+kind+"\n"...)
}

// sample adds a sample, of as many labels as there are names.
func (p *page) sample(name string, labels, values []string, value float64) {
	p.text = append(p.text, name...)
	for i, label := range labels {
		separator := byte(',')
		if i == 0 {
			separator = '{'
		}
		p.text = append(append(p.text, separator), label+`="`+valueEscapes.Replace(values[i])+`"`...)
	}
	if len(labels) > 0 {
		p.text = append(p.text, '}')
	}
	p.text = append(append(append(p.text, ' '), number(value)...), '\n')
}

// gauge adds a family of one sample without labels.
func (p *page) gauge(name, help string, value float64) {
	p.family(name, help, "gauge")
	p.sample(name, nil, nil, value)
}

// What the format escapes.
var (
	helpEscapes  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	valueEscapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

func number(f float64) string {
	if math.IsInf(f, 1) {
		return "+Inf"
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}
