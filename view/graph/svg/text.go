package svg

import (
	"strings"
	"unicode"

	"github.com/nactgen/nactgen/internal/invisible"
)

// font is a class of the style sheet for text, with the properties that decide how wide a text is.
type font struct {
	class string
	size  int
	mono  bool
	bold  bool
}

// The fonts.
var (
	titleFont = font{class: "title", size: 18, bold: true}
	nameFont  = font{class: "name", size: 15, bold: true}
	plainFont = font{class: "plain", size: 12}
	wordFont  = font{class: "word", size: 12, bold: true}
	codeFont  = font{class: "code", size: 12, mono: true}
	badgeFont = font{class: "badge", size: 11, bold: true}
	failFont  = font{class: "fail", size: 11, mono: true, bold: true}
	useFont   = font{class: "use", size: 11, mono: true}
	labelFont = font{class: "label", size: 11}
)

// sansWidths are the widths of the printable characters of ASCII in a wide sans-serif font, in thousandths of its size. In the narrower font of a viewer
// some room stays free.
var sansWidths = [...]int{
	318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, // space to /
	636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, // 0 to ?
	1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787, // @ to O
	603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, // P to _
	500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, // ` to o
	635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838, // p to ~
}

const (
	monoWidth  = 610  // of a character in a fixed-width font
	wideWidth  = 1220 // of a full-width character, in any font
	otherWidth = 720  // of any other character
	boldExtra  = 12   // percent by which bold text is wider
)

// width returns the width of a text in pixels.
func (f font) width(text string) int {
	sum := 0
	for _, c := range text {
		sum += f.advance(c)
	}
	return f.pixels(sum)
}

// pixels converts thousandths of the size to pixels.
func (f font) pixels(advance int) int {
	if f.bold && !f.mono {
		advance += advance * boldExtra / 100
	}
	return (advance*f.size + 999) / 1000
}

// advance returns the width of a character in thousandths of the size.
func (f font) advance(c rune) int {
	switch {
	case unicode.In(c, unicode.Mn, unicode.Me):
		return 0
	case c >= 0x1F000 || unicode.In(c, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) || 0xFF01 <= c && c <= 0xFF60:
		return wideWidth
	case f.mono && c < 0x250:
		return monoWidth
	case ' ' <= c && c <= '~':
		return sansWidths[c-' ']
	}
	return otherWidth
}

// ellipsis ends a text that is cut.
const ellipsis = "…"

// line returns a text in one line, with invisible characters escaped.
func line(text string) string { return invisible.Escape(strings.Join(strings.Fields(text), " ")) }

// cut returns a text in one line that is at most so wide, and ends with an ellipsis if it was longer.
func (f font) cut(text string, width int) string {
	text = line(text)
	if f.width(text) <= width {
		return text
	}
	room, sum := width-f.width(ellipsis), 0
	for i, c := range text {
		if sum += f.advance(c); f.pixels(sum) > room {
			return strings.TrimRight(text[:i], " ") + ellipsis
		}
	}
	return text
}

// wrap breaks a text into at most limit lines. The first has a width of its own. A text that does not fit is cut.
func (f font) wrap(text string, first, width, limit int) []string {
	lines := f.fill(line(text), first, width)
	if len(lines) <= limit {
		return lines
	}
	room := width
	if limit == 1 {
		room = first
	}
	rest := strings.Join(lines[limit-1:], "")
	return append(lines[:limit-1:limit-1], f.cut(rest, room))
}

// fill breaks a text into lines: at spaces, a word that is longer than a line at the ends of names, and a name that is longer anywhere.
func (f font) fill(text string, first, width int) []string {
	var lines []string
	line, room := "", first
	end := func() {
		lines, line, room = append(lines, line), "", width
	}
	for _, word := range pieces(text, atSpace) {
		if f.fits(line+word, room) {
			line += word
			continue
		}
		if line != "" && f.fits(word, width) {
			end()
			line = word
			continue
		}
		for _, part := range f.broken(word, width) {
			if !f.fits(line+part, room) && (line != "" || room < width) {
				end()
			}
			line += part
		}
	}
	if line != "" || len(lines) == 0 {
		end()
	}
	return lines
}

// fits reports whether a line, without spaces at its end, is not too wide.
func (f font) fits(line string, room int) bool { return f.width(strings.TrimRight(line, " ")) <= room }

// broken returns the parts of a word that is longer than a line: it is split at the ends of names, and parts that are still too long into characters.
func (f font) broken(word string, width int) []string {
	var parts []string
	for _, part := range pieces(word, atName) {
		if f.fits(part, width) {
			parts = append(parts, part)
			continue
		}
		for _, c := range part {
			parts = append(parts, string(c))
		}
	}
	return parts
}

func atSpace(c rune) bool { return c == ' ' }

func atName(c rune) bool { return strings.ContainsRune(".,([{&|/_-?", c) }

// pieces splits a text after the characters at which it may be broken.
func pieces(text string, at func(rune) bool) []string {
	var list []string
	start := 0
	for i, c := range text {
		if at(c) {
			end := i + len(string(c))
			list = append(list, text[start:end])
			start = end
		}
	}
	if start < len(text) {
		list = append(list, text[start:])
	}
	return list
}
