package apikeys

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/nactgen/nactgen/nact/callers"
)

// keyPrefix begins the keys of [New], so that who finds one knows what it is.
const keyPrefix = "nactkey_"

// New returns a key of 256 random bits, and the line by which a service knows it.
func New(id string, scopes ...string) (key, line string, err error) {
	if !callers.IsID(id) {
		return "", "", errors.New("the ID of a caller is up to 64 letters, digits, dots, hyphens, underscores and @, such as billing-agent")
	}
	random := make([]byte, 32)
	rand.Read(random)
	key = keyPrefix + base64.RawURLEncoding.EncodeToString(random)
	sum := sha256.Sum256([]byte(key))
	return key, strings.Join(append([]string{id, sumPrefix + hex.EncodeToString(sum[:])}, scopes...), " "), nil
}
