package invocation

import "testing"

func TestSpeaksOfDryRun(t *testing.T) {
	for text, want := range map[string]bool{
		"dry-run": true, "dry_run": true, "dryrun": true, "DRY RUN": true, "=dry-run": true, "'dry-run'": true, "Dry-Run": true, "X-Dry-Run": true,
		"isDryRun": true, "dry\u2011run": true, "no-dry-run-please": true, "a=1&dry_run=true": true, "dr dry run": true, "ddry-run": false,
		"": false, "dry": false, "run-dry": false, "dry-rub": false, "laundry-run": false, "return=minimal": false, "respond-async, wait=5": false,
	} {
		if got := SpeaksOfDryRun(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
