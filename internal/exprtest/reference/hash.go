package reference

import (
	"crypto/sha256"
	"fmt"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

func octets(v ref.Val) []byte {
	if s, ok := v.(types.String); ok {
		return []byte(s)
	}
	return v.(types.Bytes)
}

func sha(parts ...[]byte) []byte {
	h := sha256.New()
	for _, part := range parts {
		h.Write(part)
	}
	return h.Sum(nil)
}

func hashed(args ...ref.Val) ref.Val { return types.Bytes(sha(octets(args[0]))) }

// authenticated is HMAC as RFC 2104 defines it.
func authenticated(args ...ref.Val) ref.Val {
	key := octets(args[0])
	if len(key) > sha256.BlockSize {
		key = sha(key)
	}
	inner, outer := make([]byte, sha256.BlockSize), make([]byte, sha256.BlockSize)
	copy(inner, key)
	copy(outer, key)
	for i := range sha256.BlockSize {
		inner[i] ^= 0x36
		outer[i] ^= 0x5c
	}
	return types.Bytes(sha(outer, sha(inner, octets(args[1]))))
}

func hexEncode(args ...ref.Val) ref.Val { return types.String(fmt.Sprintf("%x", octets(args[0]))) }
