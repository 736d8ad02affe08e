package cel_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact/cel"
)

// TestSHA256 has the examples of FIPS 180-2.
func TestSHA256(t *testing.T) {
	for text, want := range map[string]string{
		"":    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
		strings.Repeat("a", 1_000_000):                             "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
	} {
		if got := cel.HexEncode(cel.SHA256(text)); got != want {
			t.Errorf("%.20q: %s, want %s", text, got, want)
		}
		if got := cel.HexEncode(cel.SHA256Bytes([]byte(text))); got != want {
			t.Errorf("%.20q as bytes: %s, want %s", text, got, want)
		}
	}
}

// TestHMACSHA256 has the test cases 1 to 4, 6 and 7 of RFC 4231, the fifth of which is about cut results.
func TestHMACSHA256(t *testing.T) {
	for _, tt := range []struct{ key, data, want string }{
		{strings.Repeat("0b", 20), hex.EncodeToString([]byte("Hi There")), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
		{hex.EncodeToString([]byte("Jefe")), hex.EncodeToString([]byte("what do ya want for nothing?")), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
		{strings.Repeat("aa", 20), strings.Repeat("dd", 50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
		{"0102030405060708090a0b0c0d0e0f10111213141516171819", strings.Repeat("cd", 50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
		{strings.Repeat("aa", 131), hex.EncodeToString([]byte("Test Using Larger Than Block-Size Key - Hash Key First")), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
		{strings.Repeat("aa", 131), hex.EncodeToString([]byte("This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.")), "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
	} {
		key, data := unhex(t, tt.key), unhex(t, tt.data)
		if got := cel.HexEncode(cel.HMACSHA256Bytes(key, data)); got != tt.want {
			t.Errorf("%q: %s, want %s", data, got, tt.want)
		}
		if got := cel.HexEncode(cel.HMACSHA256(string(key), string(data))); got != tt.want {
			t.Errorf("%q as a text: %s, want %s", data, got, tt.want)
		}
	}
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
