// Package functions makes calls of functions, as models make them of the lists that nactgen export writes, calls of a service over N-ACT.
package functions

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// Service is a service with the tools that it offers, by name: a function is called like its tool.
type Service struct {
	url   string
	tools map[string]tool
}

type tool struct {
	ID     string `json:"toolId"`
	Name   string `json:"name"`
	Inputs []struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	} `json:"input_parameters"`
}

// Open asks the service at a URL for its tools.
func Open(url string) (*Service, error) {
	s := &Service{url: url, tools: map[string]tool{}}
	var page struct {
		Items  []tool
		Paging struct{ Next string }
	}
	for next := "?pageLimit=500"; next != ""; {
		resp, err := http.Get(url + "/tools" + next)
		if err != nil {
			return nil, err
		}
		page.Paging.Next, next = "", ""
		err = json.NewDecoder(resp.Body).Decode(&page)
		resp.Body.Close()
		if err != nil {
			return nil, err
		}
		for _, t := range page.Items {
			s.tools[t.Name] = t
		}
		if page.Paging.Next != "" {
			next = "?pageCursor=" + page.Paging.Next
		}
	}
	return s, nil
}

// Call calls a function with the arguments that a model gave, an object of JSON. What it returns goes back to the model as it is: outputs, a declared
// failure, or everything that is wrong with the arguments, so that the model can call again.
func (s *Service) Call(function string, arguments []byte) (string, error) {
	t, known := s.tools[function]
	if !known {
		return "", fmt.Errorf("there is no tool %s", function)
	}
	var given map[string]any
	if err := json.Unmarshal(arguments, &given); err != nil {
		return "", err
	}
	names := map[string]string{}
	for _, in := range t.Inputs {
		names[in.ID] = in.Name
	}
	type named struct {
		Name  string `json:"name"`
		Value any    `json:"value"`
	}
	list := []named{}
	for id, value := range given {
		if value == nil {
			continue // in strict mode models give null for what they leave out
		}
		if name, ok := names[id]; ok {
			id = name // what is no input goes out as it is, and the service says so
		}
		list = append(list, named{id, value})
	}
	body, err := json.Marshal(map[string]any{"name": t.Name, "input_parameters": list})
	if err != nil {
		return "", err
	}
	resp, err := http.Post(s.url+"/tools/"+t.ID+":invoke", "application/json", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	return string(answer), err
}
