package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/nactgen/nactgen/internal/demo"
)

// upstream starts an upstream that answers what a file says, and sets UPSTREAM to its URL. Each line of the file is a
// method, a path with its query, and a JSON text:
//
//	upstream answers.txt
func upstream(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: upstream FILE")
	}
	answers := map[string]string{}
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		method, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		uri, body, _ := strings.Cut(rest, " ")
		answers[method+" "+uri] = body
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := answers[r.Method+" "+r.URL.RequestURI()]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, body)
	}))
	ts.Defer(server.Close)
	ts.Setenv("UPSTREAM", server.URL)
}

// serve starts a generated service and sets SERVICE to its URL:
//
//	serve BINARY ARGUMENT...
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: serve BINARY ARGUMENT...")
	}
	var log bytes.Buffer
	service, err := demo.Start(context.Background(), ts.MkAbs(args[0]), args[1:], &log)
	if err != nil {
		ts.Fatalf("%v\n%s", err, &log)
	}
	ts.Defer(func() {
		if err := service.Stop(); err != nil {
			ts.Logf("the service ended with %v\n%s", err, &log)
		}
	})
	ts.Setenv("SERVICE", service.URL)
}

// call is a program that sends a request to the service at SERVICE and prints the answer: its status, what it says of a
// withdrawal, and its body.
//
//	exec call GET /tools
//	exec call POST /tools/ID:invoke request.json
func call() {
	method, url := os.Args[1], os.Getenv("SERVICE")+os.Args[2]
	var body []byte
	if len(os.Args) > 3 {
		content, err := os.ReadFile(os.Args[3])
		exitOn(err)
		body = content
	}
	request, err := http.NewRequest(method, url, bytes.NewReader(body))
	exitOn(err)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(request)
	exitOn(err)
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	exitOn(err)
	fmt.Println(answer.Status)
	for _, name := range []string{"Deprecation", "Sunset"} {
		if value := answer.Header.Get(name); value != "" {
			fmt.Printf("%s: %s\n", name, value)
		}
	}
	fmt.Printf("%s\n", content)
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
