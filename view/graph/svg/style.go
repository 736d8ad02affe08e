package svg

import "fmt"

// colour is the colour of a class in the light and in the dark scheme.
type colour struct{ property, class, light, dark string }

// colours are the colours of all classes. Nothing is told by colour alone: shapes or words differ, too.
var colours = []colour{
	{"fill", ".ground", "#ffffff", "#0d1117"},
	{"fill", ".title, .name, .code", "#1f2328", "#f0f6fc"},
	{"fill", ".plain, .word, .label", "#59636e", "#9198a1"},
	{"stroke", ".label", "#ffffff", "#0d1117"},
	{"fill", ".card", "#f6f8fa", "#151b23"},
	{"stroke", ".card, .bar, .fold", "#818b98", "#656c76"},
	{"fill", ".fold", "#ffffff", "#0d1117"},
	{"fill", ".writes", "#fff8c5", "#272115"},
	{"stroke", ".writes", "#9a6700", "#d29922"},
	{"fill", ".ends", "#ddf4ff", "#121d2f"},
	{"stroke", ".ends", "#0969da", "#4493f8"},
	{"fill", ".chip", "#ffffff", "#0d1117"},
	{"stroke", ".chip, .rule", "#d1d9e0", "#3d444d"},
	{"fill", ".frame", "#fbfcfd", "#10151c"},
	{"stroke", ".frame", "#b7bfc8", "#4b535d"},
	{"stroke", ".maybe", "#59636e", "#9198a1"},
	{"stroke", ".icon", "#59636e", "#9198a1"},
	{"stroke", ".reads", "#6e7781", "#8b949e"},
	{"fill", ".head", "#6e7781", "#8b949e"},
	{"stroke", ".order, .tip", "#818b98", "#7d8590"},
	{"stroke", ".loop", "#0969da", "#4493f8"},
	{"fill", ".loophead", "#0969da", "#4493f8"},
	{"fill", ".get", "#0969da", "#1f6feb"},
	{"fill", ".change", "#9a6700", "#9e6a03"},
	{"fill", ".badge", "#ffffff", "#ffffff"},
	{"fill", ".failed", "#ffebe9", "#25171c"},
	{"stroke", ".failed, .cross", "#cf222e", "#f85149"},
	{"fill", ".fail", "#a40e26", "#ff7b72"},
	{"fill", ".standin", "#dafbe1", "#12261e"},
	{"stroke", ".standin", "#1a7f37", "#3fb950"},
	{"fill", ".use", "#116329", "#56d364"},
}

// shapes is the part of the style sheet that is the same in both schemes.
const shapes = `text { font-family: -apple-system, "Segoe UI", Helvetica, Arial, "Liberation Sans", sans-serif; font-size: 12px }
.title { font-size: 18px; font-weight: 600 }
.name { font-size: 15px; font-weight: 600 }
.word { font-weight: 600 }
.badge { font-size: 11px; font-weight: 600 }
.code, .fail, .use { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; white-space: pre }
.fail { font-size: 11px; font-weight: 600 }
.use { font-size: 11px }
.label { font-size: 11px; stroke-width: 4px; paint-order: stroke; stroke-linejoin: round }
.maybe { fill: none; stroke-width: 1.5px; stroke-dasharray: 6 4 }
.writes { stroke-width: 2.5px }
.standin { stroke-dasharray: 3 2 }
.icon, .tip, .reads, .order, .loop, .cross, .bar, .rule { fill: none }
.icon, .tip, .cross { stroke-width: 1.5px; stroke-linecap: round; stroke-linejoin: round }
.reads, .loop, .order { stroke-width: 2px }
.order { stroke-dasharray: 1 5; stroke-linecap: round }
`

// style writes the style sheet.
func (p *pen) style() {
	p.WriteString("<style>\n" + shapes)
	for _, c := range colours {
		fmt.Fprintf(p, "%s { %s: %s }\n", c.class, c.property, c.light)
	}
	p.WriteString("@media (prefers-color-scheme: dark) {\n")
	for _, c := range colours {
		fmt.Fprintf(p, "%s { %s: %s }\n", c.class, c.property, c.dark)
	}
	p.WriteString("}\n</style>\n")
}
