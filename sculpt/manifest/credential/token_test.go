package credential_test

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/manifest/credential"
)

// TestIn: credentials are found where they stand, and what only resembles one is none. The examples are put together here, so that
// no scanner takes this file for a leak.
func TestIn(t *testing.T) {
	twenty, forty := strings.Repeat("a1B2", 5), strings.Repeat("c3D4", 10)
	for what, text := range map[string]string{
		"a private key":              "-----BEGIN RSA PRIVATE " + "KEY-----",
		"a JSON Web Token":           "eyJ" + twenty + ".eyJ" + twenty + "." + forty,
		"a secret key of Stripe":     "sk_" + "live_" + twenty,
		"a webhook secret of Stripe": "whsec_" + forty,
		"a token of GitHub":          "ghp_" + forty,
		"a token of GitLab":          "glpat-" + twenty,
		"a token of Slack":           "xoxb-" + twenty,
		"an access key of AWS":       "AKIA" + "ABCDEFGH12345678",
		"an API key of Google":       "AIza" + twenty + "a1B2c3D4e5F6g7H",
		"an API key of OpenAI":       "sk-proj-" + forty,
		"an API key of SendGrid":     "SG." + twenty + "." + forty,
		"a token of npm":             "npm_" + twenty + "a1B2c3D4e5F6g7H8",
		"a token of Shopify":         "shpat_" + strings.Repeat("0f", 16),
		"a token of Square":          "sq0atp-" + twenty + "ab",
		"a token of DigitalOcean":    "dop_v1_" + strings.Repeat("0f", 32),
		"a bearer token":             "Bearer " + twenty + "abcd",
	} {
		found := credential.In([]byte("key: " + text + "\n"))
		if len(found) != 1 || found[0].What != what {
			t.Errorf("%s: %v", what, found)
			continue
		}
		if got := ("key: " + text + "\n")[found[0].At:][:found[0].Length]; !strings.HasSuffix(text, got) {
			t.Errorf("%s: found %q", what, got)
		}
	}
	for _, variant := range []string{
		"rk_" + "live_" + twenty, "gho_" + forty, "ghu_" + forty, "ghs_" + forty, "ghr_" + forty, "github_" + "pat_" + forty,
		"glptt-" + twenty, "gldt-" + twenty, "glrt-" + twenty, "glcbt-" + twenty, "glsoat-" + twenty,
		"xoxp-" + twenty, "xapp-1-" + twenty, "ASIA" + "ABCDEFGH12345678", "sk-" + forty, "shpca_" + strings.Repeat("0f", 16), "sq0csp-" + twenty + "ab",
		"dor_v1_" + strings.Repeat("0f", 32), "bearer " + twenty + "abcd", "-----BEGIN PRIVATE " + "KEY-----",
	} {
		if found := credential.In([]byte("key: " + variant)); len(found) != 1 {
			t.Errorf("%s: %v", variant, found)
		}
	}
	for _, text := range []string{
		"sk_test_" + twenty, "Bearer ${config.key}", "Bearer token is asked for by the document", "eyJhbGciOi", "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
		"task-" + forty, "b6fa1d0f2c6e4e0f9d1d3f5a7b9c0d1e2f3a4b5c", "-----BEGIN CERTIFICATE-----", "AKIA", "risk_live_" + twenty,
	} {
		if found := credential.In([]byte(text)); len(found) > 0 {
			t.Errorf("%s is taken for %s", text, found[0].What)
		}
	}
}
