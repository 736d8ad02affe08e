package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/nactgen/nactgen/author/edit"
	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/output"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// rewritten is a file of a manifest before and after its examples were updated.
type rewritten struct {
	path          string
	before, after []byte
}

// update writes into the files of a manifest what tools answer in examples that want other outputs, all of it or nothing, after printing it as a diff.
// Examples of which something else is wrong stay as they are: what was asked of upstreams, and whether the call fails.
func (run *testRun) update(w io.Writer, p *plan.Plan, only pattern) error {
	var files []*rewritten
	for _, tool := range p.Tools {
		for _, e := range tool.Examples {
			result := run.of(tool, e)
			if !only.matches(tool, e) || result == nil || result.passed || e.Failure != "" {
				continue
			}
			outputs := outputsOf(tool, result.answer)
			if outputs == nil {
				continue
			}
			file, err := opened(&files, filepath.Join(p.Folder, filepath.FromSlash(e.File)))
			if err != nil {
				return err
			}
			if file.after, err = edit.Outputs(file.after, e.Line, e.Name, outputs); err != nil {
				return fmt.Errorf("%s:%d: %w; nothing was changed", e.File, e.Line, err)
			}
			result.updated = true
		}
	}
	return write(w, files)
}

// opened returns the file at a path, which is read if it is not yet in the list.
func opened(files *[]*rewritten, path string) (*rewritten, error) {
	if i := slices.IndexFunc(*files, func(f *rewritten) bool { return f.path == path }); i >= 0 {
		return (*files)[i], nil
	}
	content, err := inputs.Read(path, inputs.Limit)
	file := &rewritten{path, content, content}
	*files = append(*files, file)
	return file, err
}

// write prints what differs, and writes it.
func write(w io.Writer, files []*rewritten) error {
	var replacements []output.Replacement
	for _, f := range files {
		name := filepath.ToSlash(f.path)
		if _, err := w.Write(diff.Diff(name, f.before, name, f.after)); err != nil {
			return err
		}
		replacements = append(replacements, output.Replacement{Path: f.path, Content: f.after})
	}
	return output.ReplaceFiles(replacements)
}

// outputsOf returns what a tool answered by the IDs of its outputs, in their order; nil: it did not succeed.
func outputsOf(tool *plan.Tool, answer json.RawMessage) yamlout.Mapping {
	var list []struct {
		Name  string          `json:"name"`
		Value json.RawMessage `json:"value"`
	}
	if err := json.Unmarshal(answer, &list); err != nil {
		return nil
	}
	outputs := yamlout.Mapping{}
	for _, answered := range list {
		i := slices.IndexFunc(tool.Signature.Outputs, func(o nact.Output) bool { return o.Name == answered.Name })
		if i < 0 {
			return nil // a failure
		}
		d := json.NewDecoder(bytes.NewReader(answered.Value))
		d.UseNumber()
		value, err := yamlOf(d)
		if err != nil {
			return nil
		}
		if text, ok := value.(yamlout.Text); ok && tool.Signature.Outputs[i].Type == nact.Number {
			value = yamlout.Literal(text) // in N-ACT a number is a string that holds it
		}
		outputs.Add(tool.Signature.Outputs[i].ID, value)
	}
	return outputs
}

// yamlOf returns the next value of a JSON text, with its members in their order.
func yamlOf(d *json.Decoder) (yamlout.Value, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case string:
		return yamlout.Text(t), nil
	case json.Delim:
		if t == '[' {
			return listOf(d)
		}
		return mappingOf(d)
	}
	return yamlout.Scalar(token), nil
}

func listOf(d *json.Decoder) (list yamlout.List, err error) {
	for list = (yamlout.List{}); d.More(); {
		v, err := yamlOf(d)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err = d.Token() // the bracket
	return list, err
}

func mappingOf(d *json.Decoder) (mapping yamlout.Mapping, err error) {
	for mapping = (yamlout.Mapping{}); d.More(); {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		v, err := yamlOf(d)
		if err != nil {
			return nil, err
		}
		mapping.Add(fmt.Sprint(key), v)
	}
	_, err = d.Token() // the brace
	return mapping, err
}
