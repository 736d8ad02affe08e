package picker

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/nactgen/nactgen/sculpt/catalog"
)

// list is the list of operations on the screen.
type list struct {
	title string
	all   []*catalog.Operation

	search  string // the words that were typed
	tags    filter
	methods filter
	effects filter
	shown   []*catalog.Operation // operations that match the search and the filters, the best matches first
	at      int                  // index of the operation at the cursor
	top     int                  // index of the first operation on the screen

	picked map[*catalog.Operation]bool
	done   bool // the user pressed enter

	width, height int
}

// The values of the filter by what operations do.
const (
	reads  = "reads"
	writes = "writes"
)

func newList(title string, operations []*catalog.Operation) *list {
	l := &list{
		title: title, all: operations, picked: map[*catalog.Operation]bool{}, width: 80, height: 24,
		tags: filter{name: "tag", values: catalog.Tags(operations)}, effects: filter{name: "does", values: []string{reads, writes}},
		methods: filter{name: "method"},
	}
	for _, op := range operations {
		if !slices.Contains(l.methods.values, op.Method) {
			l.methods.values = append(l.methods.values, op.Method)
		}
	}
	l.find()
	return l
}

// filter lets operations with one value through, or all of them.
type filter struct {
	name   string
	values []string
	at     int // the index of the value, from 1; 0 lets all operations through
}

// next turns to the next value; after the last one the filter lets all operations through.
func (f *filter) next() { f.at = (f.at + 1) % (len(f.values) + 1) }

// value returns the value of the filter, or "" if it lets all operations through.
func (f *filter) value() string {
	if f.at == 0 {
		return ""
	}
	return f.values[f.at-1]
}

// only returns the filter as a member of a query.
func (f *filter) only() []string {
	if f.at == 0 {
		return nil
	}
	return []string{f.value()}
}

// find applies search and filters.
func (l *list) find() {
	query := catalog.Query{
		Words: strings.Fields(l.search), Tags: l.tags.only(), Methods: l.methods.only(),
		Reads: l.effects.value() == reads, Writes: l.effects.value() == writes,
	}
	l.shown = query.Of(l.all)
	l.at, l.top = 0, 0
}

// chosen returns the picked operations or, if none is, the one at the cursor.
func (l *list) chosen() []*catalog.Operation {
	if len(l.picked) == 0 && l.at < len(l.shown) {
		return []*catalog.Operation{l.shown[l.at]}
	}
	return slices.DeleteFunc(slices.Clone(l.all), func(op *catalog.Operation) bool { return !l.picked[op] })
}

// Init is of [tea.Model].
func (l *list) Init() tea.Cmd { return nil }

// Update takes a key press, or another event, into account.
func (l *list) Update(event tea.Msg) (tea.Model, tea.Cmd) {
	switch event := event.(type) {
	case tea.WindowSizeMsg:
		l.width, l.height = event.Width, event.Height
	case tea.PasteMsg:
		l.search += clean(event.Content)
		l.find()
	case tea.KeyPressMsg:
		return l, l.press(event)
	}
	return l, nil
}

// press handles a key. A key that is no command is typed into the search.
func (l *list) press(key tea.KeyPressMsg) tea.Cmd {
	switch key.String() {
	case "esc", "ctrl+c":
		return tea.Quit
	case "enter":
		l.done = len(l.picked) > 0 || len(l.shown) > 0
		if l.done {
			return tea.Quit
		}
	case "tab":
		if l.at < len(l.shown) {
			l.toggle(l.shown[l.at : l.at+1])
			l.move(1)
		}
	case "ctrl+a":
		l.toggle(l.shown)
	case "up", "ctrl+p":
		l.move(-1)
	case "down", "ctrl+n":
		l.move(1)
	case "pgup":
		l.move(-l.rows())
	case "pgdown":
		l.move(l.rows())
	case "home":
		l.move(-len(l.shown))
	case "end":
		l.move(len(l.shown))
	default:
		l.narrow(key)
	}
	return nil
}

// narrow changes a filter or the search.
func (l *list) narrow(key tea.KeyPressMsg) {
	switch key.String() {
	case "ctrl+t":
		l.tags.next()
	case "ctrl+o":
		l.methods.next()
	case "ctrl+w":
		l.effects.next()
	case "ctrl+u":
		l.search = ""
	case "backspace":
		if typed := []rune(l.search); len(typed) > 0 {
			l.search = string(typed[:len(typed)-1])
		}
	default:
		if key.Text == "" {
			return
		}
		l.search += key.Text
	}
	l.find()
}

// move moves the cursor down, within the list.
func (l *list) move(by int) { l.at = max(min(l.at+by, len(l.shown)-1), 0) }

// toggle picks operations or, if all of them are picked already, unpicks them.
func (l *list) toggle(operations []*catalog.Operation) {
	pick := slices.ContainsFunc(operations, func(op *catalog.Operation) bool { return !l.picked[op] })
	for _, op := range operations {
		if pick {
			l.picked[op] = true
		} else {
			delete(l.picked, op)
		}
	}
}
