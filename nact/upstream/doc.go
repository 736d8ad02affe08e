// Package upstream calls the HTTP APIs that tools are made of.
//
// A [Client] stands for one API: its base address, its credentials, how long
// it may take and how often a call is tried. A [Call] is one request, built
// from values that cannot change which operation is called: whatever a value
// holds, it stays inside its path segment, its query parameter, its header or
// its cookie. A [Decoder] reads of the answer what the caller wants and
// checks that the rest is JSON.
//
// What goes wrong is a *[nact.Fault]. No error and no log line of this package
// holds a credential, the value of a parameter, a URL's query or the text of an answer.
package upstream
