package picker

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"

	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/spec"
)

var update = flag.Bool("update", false, "rewrite the screens in testdata")

// shop are the operations of testdata/shop.yaml.
func shop(t *testing.T) []*catalog.Operation {
	t.Helper()
	doc, err := spec.Open(filepath.Join("testdata", "shop.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return catalog.List(catalog.Source{Upstream: "shop", Document: doc})
}

// keys are the events of a text that is typed: words such as <tab> are keys, <n> and <p> with ctrl.
func keys(typed string) []tea.KeyPressMsg {
	names := map[string]tea.Key{
		"tab": {Code: tea.KeyTab}, "enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
		"end": {Code: tea.KeyEnd}, "home": {Code: tea.KeyHome}, "pgdown": {Code: tea.KeyPgDown}, "backspace": {Code: tea.KeyBackspace},
	}
	var events []tea.KeyPressMsg
	for typed != "" {
		if name, rest, ok := strings.Cut(strings.TrimPrefix(typed, "<"), ">"); ok && typed[0] == '<' {
			key, known := names[name]
			if !known {
				key = tea.Key{Code: rune(name[len(name)-1]), Mod: tea.ModCtrl}
			}
			events, typed = append(events, tea.KeyPressMsg(key)), rest
			continue
		}
		events, typed = append(events, tea.KeyPressMsg{Code: rune(typed[0]), Text: typed[:1]}), typed[1:]
	}
	return events
}

// TestScreens: what is on the screen after some keys were pressed.
func TestScreens(t *testing.T) {
	for _, c := range []struct {
		name, typed   string
		width, height int
	}{
		{"start", "", 100, 12},
		{"search", "pet cr<tab>", 100, 12},
		{"narrow", "<down><tab><ctrl+t>", 44, 9},
		{"nothing", "xyz", 80, 9},
		{"scrolled", "<end>", 80, 9},
		{"filters", "<ctrl+t><ctrl+o><ctrl+w>", 100, 9},
		{"all", "<ctrl+w><ctrl+a>", 100, 12},
		{"anew", "pet<ctrl+u>ord<backspace>", 100, 12},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newList("shop.yaml", shop(t))
			l.Update(tea.WindowSizeMsg{Width: c.width, Height: c.height})
			for _, key := range keys(c.typed) {
				l.Update(key)
			}
			var lines []string
			for line := range strings.SplitSeq(ansi.Strip(l.screen()), "\n") {
				if ansi.StringWidth(line) > c.width {
					t.Errorf("wider than the screen: %s", line)
				}
				lines = append(lines, strings.TrimRight(line, " "))
			}
			if len(lines) > c.height {
				t.Errorf("%d lines, on a screen of %d", len(lines), c.height)
			}
			compare(t, filepath.Join("testdata", c.name+".txt"), strings.Join(lines, "\n")+"\n")
		})
	}
}

func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is\n%s\nand not\n%s", file, got, want)
	}
}

// TestPick presses keys on a pseudo terminal.
func TestPick(t *testing.T) {
	for _, c := range []struct {
		name, typed string
		want        []string
		err         error
	}{
		{"the one that is found", "create pet\r", []string{"shop.createPet"}, nil},
		{"several, in the order of the document", "order\t\x15pet\t\t\r", []string{"shop.listPets", "shop.createPet", "shop.listOrders"}, nil},
		{"one and back", "\t\x1b[A\t\x1b[B\r", []string{"shop.getPet"}, nil},
		{"none is like that", "xyz\r\x15\r", []string{"shop.listPets"}, nil},
		{"escape", "\t\x1b", nil, ErrCancelled},
		{"interrupt", "\t\x03", nil, ErrCancelled},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := onTerminal(t, c.typed)
			if !errors.Is(err, c.err) || !slices.Equal(got, c.want) {
				t.Errorf("picked %q, %v, want %q, %v", got, err, c.want, c.err)
			}
		})
	}
}

// onTerminal picks at a pseudo terminal on which something is typed as soon as the list is there.
func onTerminal(t *testing.T, typed string) ([]string, error) {
	t.Helper()
	t.Setenv("TERM", "xterm-256color")
	keyboard, screen, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer keyboard.Close()
	defer screen.Close()
	if err := pty.Setsize(keyboard, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	if !CanShow(screen, screen) {
		t.Fatal("a pseudo terminal is taken for none")
	}
	go func() {
		var shown []byte
		for buffer := make([]byte, 4096); ; {
			n, err := keyboard.Read(buffer)
			if err != nil {
				return
			}
			before := bytes.Contains(shown, []byte("esc leave"))
			shown = append(shown, buffer[:n]...)
			if !before && bytes.Contains(shown, []byte("esc leave")) {
				if _, err := keyboard.WriteString(typed); err != nil {
					return
				}
			}
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	picked, err := Pick(ctx, screen, screen, "shop.yaml", shop(t))
	var calls []string
	for _, op := range picked {
		calls = append(calls, op.Call)
	}
	return calls, err
}

// TestCanShow: files and terminals without a cursor show nothing.
func TestCanShow(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	t.Setenv("TERM", "xterm")
	if CanShow(file, file) {
		t.Error("a file is taken for a terminal")
	}
	keyboard, screen, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer keyboard.Close()
	defer screen.Close()
	t.Setenv("TERM", "dumb")
	if CanShow(screen, screen) {
		t.Error("a terminal that moves no cursor is taken for one that does")
	}
}
