package invocation

// SpeaksOfDryRun reports whether a text has the words "dry run" in it, however they are written and joined: dry_run, Dry-Run, isDryRun. A request
// that says so anywhere but where its protocol asks for a dry run must be refused, since it must not write.
func SpeaksOfDryRun(text string) bool {
	const words = "dryrun"
	found := 0 // how many of the letters of words stand before, with nothing but other characters between them
	for i := 0; i < len(text); i++ {
		letter := text[i] | 0x20 // in lower case
		switch {
		case !isLetter(letter):
			continue
		case found > 0 && letter == words[found]:
			found++
		case letter == words[0] && (text[i] == 'D' || i == 0 || !isLetter(text[i-1]|0x20)): // where a word begins: not as in laundry
			found = 1
		default:
			found = 0
		}
		if found == len(words) {
			return true
		}
	}
	return false
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }
