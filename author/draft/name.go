package draft

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// longest is the greatest length of the name of a tool.
const longest = 64

// verbs are the words that say what an operation does, each with the verb for it in the name of a tool.
var verbs = map[string]string{
	"get": "get", "fetch": "get", "retrieve": "get", "read": "get", "show": "get", "describe": "get", "view": "get",
	"list": "list", "index": "list", "browse": "list", "enumerate": "list",
	"find": "find", "search": "search", "query": "search", "lookup": "look_up", "filter": "list",
	"create": "create", "new": "create", "insert": "create", "register": "register", "add": "add", "post": "create", "make": "make", "place": "place", "buy": "buy", "ask": "ask", "upgrade": "upgrade",
	"update": "update", "edit": "update", "modify": "update", "patch": "update", "put": "update", "change": "change", "replace": "replace", "set": "set", "upsert": "set", "save": "save",
	"delete": "delete", "destroy": "delete", "remove": "remove", "clear": "clear", "purge": "purge", "unset": "unset", "drop": "drop",
	"cancel": "cancel", "close": "close", "open": "open", "reopen": "reopen", "start": "start", "stop": "stop", "restart": "restart", "pause": "pause", "resume": "resume",
	"send": "send", "resend": "resend", "submit": "submit", "publish": "publish", "unpublish": "unpublish", "approve": "approve", "reject": "reject", "accept": "accept", "decline": "decline",
	"confirm": "confirm", "complete": "complete", "finish": "finish", "enable": "enable", "disable": "disable", "activate": "activate", "deactivate": "deactivate",
	"check": "check", "validate": "validate", "verify": "verify", "test": "test", "preview": "preview", "count": "count", "compare": "compare", "calculate": "calculate", "estimate": "estimate",
	"load": "load", "upload": "upload", "download": "download", "export": "export", "import": "import", "copy": "copy", "move": "move", "rename": "rename", "merge": "merge", "archive": "archive", "unarchive": "unarchive", "restore": "restore", "rotate": "rotate", "reset": "reset", "refund": "refund", "capture": "capture", "pay": "pay", "void": "void",
	"assign": "assign", "unassign": "unassign", "attach": "attach", "detach": "detach", "link": "link", "unlink": "unlink", "join": "join", "leave": "leave", "invite": "invite", "follow": "follow", "unfollow": "unfollow",
	"lock": "lock", "unlock": "unlock", "star": "star", "unstar": "unstar", "pin": "pin", "unpin": "unpin", "subscribe": "subscribe", "unsubscribe": "unsubscribe", "book": "book", "reserve": "reserve", "order": "order",
	"sync": "sync", "refresh": "refresh", "run": "run", "execute": "run", "trigger": "trigger", "generate": "generate", "render": "render", "convert": "convert", "translate": "translate", "login": "log_in", "logout": "log_out",
	"revoke": "revoke", "grant": "grant", "transfer": "transfer", "convertto": "convert", "schedule": "schedule", "reschedule": "reschedule", "dismiss": "dismiss", "mark": "mark", "request": "request", "review": "review",
}

// nouns are verbs that are nouns as often. They count as verbs only at the beginning of a name.
var nouns = words("place order query search index filter check test review request import export link star pin book schedule archive transfer copy set lock upload download count view refund capture new preview change open post run complete start invite void mark sync merge estimate")

// noise are words of ids that say nothing to an agent.
var noise = words("controller api apis endpoint handler resource using operation rest")

var version = regexp.MustCompile(`^v[0-9]+([a-z]+[0-9]*)?$`)

// ToolNames returns names for the tools of operations: in snake case, with the verb first, all different, and none of those that are taken. How
// something is looked up (by id) is left out if the name is unique without it.
func ToolNames(ops []*Operation, taken map[string]bool) []string {
	short, whole := map[string]int{}, map[string]int{}
	for _, op := range ops {
		short[op.name(true)]++
		whole[op.name(false)]++
	}
	names := make([]string, len(ops))
	used := map[string]bool{}
	for name := range taken {
		used[name] = true
	}
	for i, op := range ops {
		name := op.name(true)
		if short[name] > 1 {
			name = op.name(false)
		}
		if whole[name] > 1 {
			name = op.pathName()
		}
		names[i] = unique(name, longest, used)
	}
	return names
}

// unique returns a name of at most so many characters that is not used yet, with a number at its end if necessary, and marks it as used.
func unique(name string, most int, used map[string]bool) string {
	name = numbered(name, most, func(name string) bool { return used[name] })
	used[name] = true
	return name
}

// numbered returns a name of at most so many characters that is not taken, with a number at its end if necessary.
func numbered(name string, most int, taken func(string) bool) string {
	for n, base := 2, name; taken(name); n++ {
		suffix := "_" + strconv.Itoa(n)
		name = strings.TrimRight(base[:min(len(base), most-len(suffix))], "_") + suffix
	}
	return name
}

// name returns the name of an operation's tool, made of its id or, if that does not do, of its path. A short name does not say how something is looked up.
func (op *Operation) name(short bool) string {
	verb, about := op.idWords(short)
	if verb == "" && !slices.ContainsFunc(about, func(w string) bool { return w[0] >= 'a' }) {
		return op.pathName()
	}
	generic := verb == "create" && split(op.ID)[0] == "post"
	if looks := slices.Contains([]string{"get", "list", "find", "search"}, verb); verb == "" || generic || looks && op.Writes() && op.Method != "POST" {
		verb = op.verb()
	}
	if len(about) == 0 {
		about = op.about()
	}
	verb, about = normal(verb, about)
	if verb == "search" && about[0] == verb {
		about = about[1:]
	}
	if len(about) == 0 {
		about = split(op.Upstream.Name)
	}
	if verb == "get" && op.answersList() && len(about) > 0 && singular(last(about)) != last(about) {
		verb = "list"
	}
	about = op.inNumber(verb, about)
	if name := snake(append(strings.Split(verb, "_"), about...), longest); strings.Contains(name, "_") {
		return name
	}
	return op.pathName()
}

// idWords splits the id of an operation into its verb and what it is about. The verb is empty if the id has none.
func (op *Operation) idWords(short bool) (verb string, about []string) {
	clean := func(words []string) []string {
		if words = withoutNoise(words); short {
			words = withoutLookup(words)
		}
		return words
	}
	segments := strings.FieldsFunc(op.ID, func(r rune) bool { return strings.ContainsRune("/._:#", r) })
	words := clean(split(op.ID))
	if n := len(segments); n > 1 && n < 7 && len(words) > 0 && verbs[words[0]] == "" {
		rest, front := clean(split(segments[n-1])), clean(split(strings.Join(segments[:n-1], "_")))
		if len(rest) > 0 && verbs[rest[0]] != "" {
			if covers(rest[1:], front) {
				front = nil
			}
			return verbs[rest[0]], slices.Concat(front, rest[1:])
		}
	}
	if end := last(words); len(words) > 2 && words[0] == strings.ToLower(op.Method) && op.Writes() && verbs[end] != "" && slices.Equal(split(lastSegment(op.Path)), []string{end}) {
		return verbs[end], words[1 : len(words)-1]
	}
	return verbOf(words)
}

// covers reports whether words contain all others, in the singular or the plural.
func covers(words, others []string) bool {
	return !slices.ContainsFunc(others, func(o string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return singular(w) == singular(o) })
	})
}

// uncounted are words without a plural.
var uncounted = words("info data history metadata health usage access related search feedback activity staff content me")

// inNumber returns what an operation is about in the plural for a list, and in the singular for one of many.
func (op *Operation) inNumber(verb string, about []string) []string {
	end := last(about)
	one := isParameter(lastSegment(op.Target.Path)) && slices.Contains([]string{"get", "update", "set", "replace", "delete", "remove"}, verb)
	made := verb == "create" && slices.Contains(split(lastSegment(op.Target.Path)), end)
	switch {
	case has(about, prepositions...):
	case one || made:
		return withLast(about, singular)
	case verb == "list" && !slices.Contains(uncounted, end) && !strings.HasSuffix(end, "ed") && end != "":
		return withLast(about, plural)
	}
	return about
}

// pathName returns the name of an operation's tool made of its method and path.
func (op *Operation) pathName() string {
	verb, about := op.verb(), op.about()
	if words := split(lastSegment(op.Path)); len(words) > 0 && op.Method == "POST" && verbs[words[0]] != "" && len(about) > 1 {
		verb, about = verbs[words[0]], append(slices.Clone(words[1:]), about[:len(about)-len(words)]...)
	}
	return snake(append(strings.Split(verb, "_"), about...), longest)
}

// verb returns the verb for the method of an operation.
func (op *Operation) verb() string {
	switch op.Method {
	case "GET", "HEAD", "OPTIONS", "QUERY":
		if op.answersList() || !isParameter(lastSegment(op.Path)) && singular(last(split(lastSegment(op.Path)))) != last(split(lastSegment(op.Path))) {
			return "list"
		}
		return "get"
	case "PUT":
		return "set"
	case "PATCH":
		return "update"
	case "DELETE":
		return "delete"
	}
	if isParameter(lastSegment(op.Target.Path)) {
		return "update"
	}
	return "create"
}

// about returns the words of a path. Words in front of a parameter, and the last ones of what is created, are in the singular.
func (op *Operation) about() []string {
	segments := strings.Split(strings.Trim(op.Target.Path, "/"), "/")
	var words []string
	for i, s := range segments {
		if isParameter(s) || version.MatchString(strings.ToLower(s)) {
			continue
		}
		own := withoutNoise(split(s))
		if followed := i+1 < len(segments) && isParameter(segments[i+1]); followed || i == len(segments)-1 && op.Method == "POST" {
			own = withLast(own, singular)
		}
		words = append(words, own...)
	}
	if len(words) > 5 {
		words = words[len(words)-5:]
	}
	if len(words) == 0 {
		words = append(words, split(op.Upstream.Name)...)
	}
	return words
}

func isParameter(segment string) bool { return strings.Contains(segment, "{") }

func lastSegment(path string) string {
	return path[strings.LastIndexByte(path, '/')+1:]
}

// withoutNoise returns words without those that say nothing, versions, and the marks of generated ids (getPetUsingGET_1).
func withoutNoise(words []string) []string {
	if i := slices.Index(words, "using"); i > 0 {
		words = words[:i]
	}
	var kept []string
	for i, w := range words {
		keyed := w == "api" && i+1 < len(words) && singular(words[i+1]) == "key"
		if keyed || !slices.Contains(noise, w) && !version.MatchString(w) {
			kept = append(kept, w)
		}
	}
	return kept
}

// withoutLookup returns words without how something is looked up: getPetById, users/get-by-username.
func withoutLookup(words []string) []string {
	if i := slices.Index(words, "by"); i > 0 {
		words = words[:i]
	}
	var kept []string
	for i, w := range words {
		of := i > 0 && w == "id" && singular(words[i-1]) != words[i-1]
		if digits := strings.Trim(w, "0123456789") == ""; !of && !(digits && len(words) > 2) {
			kept = append(kept, w)
		}
	}
	words = kept
	if n := len(words); n > 2 && words[n-1] == "all" {
		words = words[:n-1]
	}
	return words
}

// verbOf splits words into a verb and the others. The verb is the first word that is a verb and no noun; without one it is the first word,
// or else the last, if that is a verb.
func verbOf(words []string) (verb string, about []string) {
	if len(words) == 0 {
		return "", nil
	}
	if len(words) == 1 && verbs[words[0]] != "" {
		return verbs[words[0]], nil
	}
	at := slices.IndexFunc(words, func(w string) bool { return verbs[w] != "" && !slices.Contains(nouns, w) })
	switch {
	case verbs[words[0]] != "" && (len(words) > 1 && at <= 0 || at == 0):
		at = 0
	case at < 0 && len(words) > 1 && verbs[last(words)] != "":
		at = len(words) - 1
	}
	if at < 0 {
		return "", words
	}
	return verbs[words[at]], slices.Concat(words[:at], words[at+1:])
}

// normal turns "find all pets" into "list pets", and drops articles in front and words that are repeated: pets_pet, pets_pets.
func normal(verb string, about []string) (string, []string) {
	if i := slices.Index(about, "all"); i >= 0 && len(about) > 1 && (verb == "find" || verb == "get" || verb == "list") {
		verb, about = "list", slices.Delete(slices.Clone(about), i, i+1)
	}
	var words []string
	for _, w := range about {
		switch {
		case len(words) == 0 && len(about) > 1 && slices.Contains([]string{"a", "an", "the"}, w), len(words) > 0 && words[len(words)-1] == w:
		case len(words) > 0 && singular(words[len(words)-1]) == singular(w):
			words[len(words)-1] = w
		default:
			words = append(words, w)
		}
	}
	return verb, words
}

// IsName reports whether a text can be the name of a service.
func IsName(text string) bool { return manifestName.MatchString(text) && len(text) <= longest }

var manifestName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// titleNoise are words in the titles of documents that do not say whose API it is.
var titleNoise = []string{"the", "a", "an", "of", "for", "and", "openapi", "swagger", "public", "spec", "specification", "documentation", "docs", "reference", "definition", "description",
	"service", "services", "server", "web", "http", "https", "json", "yaml", "yml", "oas", "schema", "official", "version", "core"}

// UpstreamName returns a name for the upstream of a document, made of its title or else of its file, that none of the others has.
func UpstreamName(title, file string, others []string) string {
	used := map[string]bool{}
	for _, name := range others {
		used[name] = true
	}
	base := strings.ReplaceAll(file, `\`, "/")
	base, _, _ = strings.Cut(base[strings.LastIndexByte(base, '/')+1:], ".")
	for _, text := range []string{title, base} {
		words := withoutNoise(split(text))
		words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(titleNoise, w) || w[0] < 'a' })
		if name := snake(words[:min(len(words), 3)], 24); name != "" {
			return unique(name, 32, used)
		}
	}
	return unique("api", 32, used)
}
