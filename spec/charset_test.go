package spec_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/nactgen/nactgen/spec"
)

// encoded is a text in UTF-16, behind its byte order mark.
func encoded(text string, order binary.AppendByteOrder) string {
	var data []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		data = order.AppendUint16(data, unit)
	}
	return string(data)
}

// A document is the same whatever Unicode encoding it has, positions included; in another encoding it says where it is none.
func TestEncodingsOfFiles(t *testing.T) {
	const yaml = "openapi: 3.1.0\ninfo: {title: Größe 𝄞, version: '1'}\npaths:\n  /ä:\n    get: {operationId: getÄ, responses: {'200': {description: x}}}\n"
	const json = `{"openapi": "3.1.0", "info": {"title": "Größe 𝄞", "version": "1"},` + "\n" + `"paths": {"/ä": {"get": {"operationId": "getÄ", "responses": {"200": {"description": "x"}}}}}}`
	for _, text := range []string{yaml, json} {
		want := listed(t, text)
		for name, file := range map[string]string{
			"UTF-8 with a mark": "\ufeff" + text, "UTF-16LE": encoded(text, binary.LittleEndian), "UTF-16BE": encoded(text, binary.BigEndian),
		} {
			if got := listed(t, file); got != want {
				t.Errorf("in %s %s, want %s", name, got, want)
			}
		}
		sum := sha256.Sum256([]byte(encoded(text, binary.LittleEndian)))
		doc, err := spec.Parse("a", []byte(encoded(text, binary.LittleEndian)))
		if err != nil {
			t.Fatal(err)
		}
		if want := hex.EncodeToString(sum[:]); doc.SHA256() != want || doc.Fingerprint() != want {
			t.Errorf("the SHA-256 is %s, want that of the file, %s", doc.SHA256(), want)
		}
		if _, err := spec.Parse("a", []byte(encoded(text, binary.LittleEndian)+"x")); err == nil || !strings.Contains(err.Error(), "ends within a character") {
			t.Errorf("of a file that is cut off %v", err)
		}
		latin := strings.NewReplacer("ö", "\xf6", "ß", "\xdf", "ä", "\xe4", "Ä", "\xc4", "𝄞", "").Replace(text)
		_, err = spec.Parse("a", []byte(latin))
		column := map[string]string{yaml: "a:2:17", json: "a:1:43"}[text]
		if err == nil || !strings.HasPrefix(err.Error(), column+": the file is no UTF-8: the byte 0xF6") {
			t.Errorf("in Latin-1 %v, want it at %s", err, column)
		}
	}
}

// listed is what a document is called, and its operations with their places.
func listed(t *testing.T, text string) string {
	t.Helper()
	doc, err := spec.Parse("a", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	list := doc.Title()
	for _, e := range doc.Operations() {
		list += "; " + e.ID + " " + e.Path + " " + e.Pos.String()
	}
	return list
}
