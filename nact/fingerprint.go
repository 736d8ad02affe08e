package nact

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"

	"github.com/nactgen/nactgen/nact/jsontext"
)

// Fingerprint returns a text for arguments that [Contract.Check] has returned. It is the same for calls that mean the same: however
// they were spelled, in whichever order their parameters stood, and whether a default was given or left out. It is another one for
// other arguments, another version and another tool.
func (c *Contract) Fingerprint(args Arguments) string {
	sum := sha256.New()
	fingerprint(sum, c.signature.ToolID, c.signature.Version)
	for i := range c.signature.Inputs {
		if value := args[c.slots[i]]; value != nil {
			fingerprint(sum, c.signature.Inputs[i].ID, value)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// fingerprint adds a value under a name, so that no other name and value are added the same.
func fingerprint(sum hash.Hash, name string, value any) {
	text := fmt.Sprint(value)
	if list, isList := value.([]any); isList {
		text = string(jsontext.AppendValue(nil, list))
	}
	fmt.Fprintf(sum, "%d %s %T %d ", len(name), name, value, len(text))
	io.WriteString(sum, text)
}
