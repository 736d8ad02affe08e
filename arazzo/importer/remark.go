package importer

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/invisible"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest/credential"
)

// maxQuoted is how many bytes of the document a comment repeats at most.
const maxQuoted = 600

// omitted returns the comment on a part of the document that is left out: where it stands, what it is, and why it is left out.
func omitted(pos diag.Position, what string, n *arazzo.Node, why string) string {
	return remark(pos, what+" "+flow(n), why)
}

// remark returns a comment on a place in the document: "shop.yaml:7: what stands there: what to know of it".
func remark(pos diag.Position, what, why string) string {
	return fmt.Sprintf("%s:%d: %s: %s", draft.Remark(filepath.Base(pos.File), 60), pos.Line, comment(what), comment(why))
}

// comment returns a text as one line of a comment, shortened, and without credentials and characters that nobody sees.
func comment(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxQuoted {
		text = strings.ToValidUTF8(text[:maxQuoted], "") + " ..."
	}
	return masked(invisible.Remove(strings.ToValidUTF8(text, "")))
}

// masked puts stars in the place of the credentials in a text: a manifest refuses them even in comments.
func masked(text string) string {
	for {
		found := credential.In([]byte(text))
		if len(found) == 0 {
			return text
		}
		text = text[:found[0].At] + "***" + text[found[0].At+found[0].Length:]
	}
}

// extras returns the comments on members that the specification does not define for an object: extensions, and mistakes.
func extras(o *arazzo.Object) []string {
	var comments []string
	for _, f := range o.Extra {
		if f.Name == failureExtension {
			continue
		}
		why := "the specification has no such member"
		if strings.HasPrefix(f.Name, "x-") {
			why = "an extension"
		}
		comments = append(comments, omitted(f.Pos, f.Name, f.Value, why))
	}
	return comments
}

// failureExtension is the extension in which an exported document names the failure that a criterion stands for.
const failureExtension = "x-nactgen-fail"

// flow returns a node on one line, in the flow style of YAML.
func flow(n *arazzo.Node) string {
	switch n.Kind {
	case arazzo.List:
		parts := make([]string, len(n.Items))
		for i, item := range n.Items {
			parts[i] = flow(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case arazzo.Map:
		parts := make([]string, len(n.Fields))
		for i, f := range n.Fields {
			parts[i] = f.Name + ": " + flow(f.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case arazzo.String:
		if n.Text == "" || strings.ContainsAny(n.Text, "\n,:{}[]#'\"") {
			quoted, _ := json.Marshal(n.Text)
			return string(quoted)
		}
		return n.Text
	case arazzo.Null:
		return "null"
	}
	return n.Text
}
