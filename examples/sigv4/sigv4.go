// Package sigv4 signs requests with AWS Signature Version 4, for a function that is declared with signs: true.
package sigv4

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Request is a request that is about to be sent: the Unsigned of the generated package.
type Request interface {
	Method() string
	URL() *url.URL
	Header() http.Header
	Body() []byte
	SetHeader(name, value string)
}

// Key is an access key, and what it is for. Token is that of temporary credentials, or empty.
type Key struct{ ID, Secret, Token, Region, Service string }

// Sign signs a request that is sent at a time.
func (k Key) Sign(r Request, at time.Time) {
	date := at.UTC().Format("20060102T150405Z")
	payload := hash(r.Body())
	r.SetHeader("X-Amz-Date", date)
	if k.Token != "" {
		r.SetHeader("X-Amz-Security-Token", k.Token)
	}
	if k.Service == "s3" {
		r.SetHeader("X-Amz-Content-Sha256", payload)
	}
	headers, names := canonicalHeaders(r)
	canonical := strings.Join([]string{r.Method(), k.path(r.URL()), canonicalQuery(r.URL()), headers, names, payload}, "\n")
	scope := strings.Join([]string{date[:8], k.Region, k.Service, "aws4_request"}, "/")
	key := []byte("AWS4" + k.Secret)
	for part := range strings.SplitSeq(scope, "/") {
		key = mac(key, part)
	}
	signature := hex.EncodeToString(mac(key, "AWS4-HMAC-SHA256\n"+date+"\n"+scope+"\n"+hash([]byte(canonical))))
	r.SetHeader("Authorization", "AWS4-HMAC-SHA256 Credential="+k.ID+"/"+scope+", SignedHeaders="+names+", Signature="+signature)
}

// canonicalHeaders returns the headers that are signed, and their names.
func canonicalHeaders(r Request) (lines, names string) {
	signed := map[string]string{"host": r.URL().Host}
	for name, values := range r.Header() {
		name = strings.ToLower(name)
		if name == "content-type" || strings.HasPrefix(name, "x-amz-") {
			signed[name] = strings.Join(strings.Fields(strings.Join(values, ",")), " ")
		}
	}
	sorted := slices.Sorted(maps.Keys(signed))
	for _, name := range sorted {
		lines += name + ":" + signed[name] + "\n"
	}
	return lines, strings.Join(sorted, ";")
}

// path returns the path as it is signed: what is sent, encoded once more, but for S3.
func (k Key) path(at *url.URL) string {
	path := at.EscapedPath()
	if path == "" {
		return "/"
	}
	if k.Service == "s3" {
		return path
	}
	return strings.ReplaceAll(escape(path), "%2F", "/")
}

func canonicalQuery(at *url.URL) string {
	var pairs []string
	for name, values := range at.Query() {
		for _, value := range values {
			pairs = append(pairs, escape(name)+"="+escape(value))
		}
	}
	slices.Sort(pairs)
	return strings.Join(pairs, "&")
}

// escape percent-encodes all but letters, digits and -._~.
func escape(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}
