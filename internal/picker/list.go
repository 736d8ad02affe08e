package picker

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/nactgen/nactgen/sculpt/catalog"
)

// list is what is on the screen: operations, those of them that a search leaves, and those that are chosen.
type list struct {
	title string
	all   []*catalog.Operation

	search  string // what is typed
	tags    filter
	methods filter
	effects filter
	shown   []*catalog.Operation // what search and filters leave, the best matches first
	at      int                  // the one that keys are about
	top     int                  // the first one on the screen

	picked map[*catalog.Operation]bool
	done   bool // enter ended it

	width, height int
}

// effects are what operations do, as a filter has it.
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

// filter leaves what has one of some values, or any.
type filter struct {
	name   string
	values []string
	at     int // of values, from 1; 0: any
}

// next turns to the value behind this one; behind the last stands any.
func (f *filter) next() { f.at = (f.at + 1) % (len(f.values) + 1) }

// value is what is filtered for; "" is anything.
func (f *filter) value() string {
	if f.at == 0 {
		return ""
	}
	return f.values[f.at-1]
}

// only is the filter as a query has it.
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

// chosen are the operations that are picked, or else the one that keys are about.
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

// press does what a key is for. What is no command is typed into the search.
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

// narrow changes what is looked for.
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

// move goes so many operations down, as far as there are any.
func (l *list) move(by int) { l.at = max(min(l.at+by, len(l.shown)-1), 0) }

// toggle picks operations, or if all of them are picked, leaves them.
func (l *list) toggle(operations []*catalog.Operation) {
	left := slices.ContainsFunc(operations, func(op *catalog.Operation) bool { return !l.picked[op] })
	for _, op := range operations {
		if left {
			l.picked[op] = true
		} else {
			delete(l.picked, op)
		}
	}
}
