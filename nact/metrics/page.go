package metrics

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// page is a page in the text format of Prometheus, version 0.0.4.
type page struct{ text []byte }

// text returns the page of families.
func text(families []Family) []byte {
	var p page
	for _, f := range families {
		p.text = append(p.text, "# HELP "+f.Name+" "+helpEscapes.Replace(f.Help)+"\n# TYPE "+f.Name+" "+string(f.Kind)+"\n"...)
		for _, s := range f.Series {
			if f.Kind == Histogram {
				p.histogram(f, s)
			} else {
				p.sample(f.Name, f.Labels, s.Values, s.Value)
			}
		}
	}
	return p.text
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

// histogram adds the samples of a series of durations.
func (p *page) histogram(f Family, s Series) {
	labels := append(slices.Clone(f.Labels), "le")
	count := uint64(0)
	for i, in := range s.Buckets {
		count += in
		bound := math.Inf(1)
		if i < len(bounds) {
			bound = bounds[i]
		}
		p.sample(f.Name+"_bucket", labels, append(slices.Clone(s.Values), number(bound)), float64(count))
	}
	p.sample(f.Name+"_sum", f.Labels, s.Values, s.Value)
	p.sample(f.Name+"_count", f.Labels, s.Values, float64(count))
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
