package reference

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	interpreter "cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"cel.dev/cel-go/ext"

	"github.com/nactgen/nactgen/nact/cel"
)

// extract expands a template to the match, or to its only group.
func extract(args ...ref.Val) ref.Val {
	s, pattern := str(args[0]), regexp.MustCompile(str(args[1]))
	match := pattern.FindStringSubmatchIndex(s)
	group := pattern.NumSubexp()
	if match == nil || match[2*group] == -1 {
		return types.OptionalNone
	}
	return types.OptionalOf(types.String(pattern.ExpandString(nil, "${"+strconv.Itoa(group)+"}", s, match)))
}

// regexes is the interpreter with CEL's own extension for regular expressions.
var regexes = sync.OnceValue(func() interpreter.Program {
	env, err := interpreter.NewEnv(interpreter.OptionalTypes(), ext.Regex(),
		interpreter.Variable("s", types.StringType), interpreter.Variable("p", types.StringType), interpreter.Variable("r", types.StringType))
	if err != nil {
		panic(err)
	}
	checked, issues := env.Compile("regex.replace(s, p, r)")
	if issues.Err() != nil {
		panic(issues.Err())
	}
	program, err := env.Program(checked)
	if err != nil {
		panic(err)
	}
	return program
})

var replacementForm = regexp.MustCompile(`^(?s:[^\\]|\\\\|\\[0-9])*$`)

// replaceRegex is CEL's regex.replace, which does not look at a replacement that it does not use.
func replaceRegex(args ...ref.Val) ref.Val {
	pattern, replacement := regexp.MustCompile(str(args[1])), str(args[2])
	bad := !replacementForm.MatchString(replacement)
	for n := pattern.NumSubexp() + 1; n <= 9; n++ {
		bad = bad || strings.Contains(strings.ReplaceAll(replacement, `\\`, ""), `\`+strconv.Itoa(n))
	}
	if bad {
		return types.NewErr("no replacement")
	}
	v, _, err := regexes().Eval(map[string]any{"s": args[0], "p": args[1], "r": args[2]})
	if err != nil {
		return failure(err)
	}
	return v
}

func urlEncode(args ...ref.Val) ref.Val { return types.String(percentEncoded(str(args[0]))) }

func percentEncoded(s string) string {
	const digits = "0123456789ABCDEF"
	encoded := ""
	for _, c := range []byte(s) {
		if strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~", c) >= 0 {
			encoded += string(rune(c))
		} else {
			encoded += "%" + string(digits[c>>4]) + string(digits[c&15])
		}
	}
	return encoded
}

var percent = regexp.MustCompile(`%([0-9A-Fa-f]{2})`)

func urlDecode(args ...ref.Val) ref.Val {
	s := str(args[0])
	if strings.Count(s, "%") != len(percent.FindAllString(s, -1)) {
		return types.NewErr("a percent sign without digits")
	}
	decoded := percent.ReplaceAllStringFunc(s, func(code string) string {
		n, _ := new(big.Int).SetString(code[1:], 16)
		return string(n.FillBytes(make([]byte, 1)))
	})
	if strings.ToValidUTF8(decoded, "") != decoded {
		return types.NewErr("no UTF-8")
	}
	return types.String(decoded)
}

func urlEncodeQuery(args ...ref.Val) ref.Val {
	var pairs [][2]string
	params := args[0].(traits.Mapper)
	for it := params.Iterator(); it.HasNext() == types.True; {
		name := it.Next()
		pairs = append(pairs, [2]string{str(name), str(params.Get(name))})
	}
	slices.SortFunc(pairs, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	query := ""
	for _, pair := range pairs {
		query += "&" + percentEncoded(pair[0]) + "=" + percentEncoded(pair[1])
	}
	return types.String(strings.TrimPrefix(query, "&"))
}

// htmlText is its own definition.
func htmlText(args ...ref.Val) ref.Val { return types.String(cel.HTMLText(str(args[0]))) }
