package lsp

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/creachadair/jrpc2"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/sculpt/diag"
)

func (s *server) didOpen(_ context.Context, p didOpenParams) error {
	path, err := pathOf(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[path] = &file{newText([]byte(p.TextDocument.Text), s.utf8), p.TextDocument.URI, p.TextDocument.Version}
	if s.projectOf(path) == nil {
		s.discover(path)
	}
	s.changed()
	return nil
}

func (s *server) didChange(_ context.Context, p didChangeParams) error {
	path, err := pathOf(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.files[path]
	if f == nil {
		return nil
	}
	changed := &file{f.text, f.uri, p.TextDocument.Version}
	for _, c := range p.ContentChanges {
		changed.text = changed.edited(c)
	}
	s.files[path] = changed
	s.projectOf(path)
	s.changed()
	return nil
}

func (s *server) didClose(_ context.Context, p didCloseParams) error {
	path, err := pathOf(p.TextDocument.URI)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.files, path)
	s.forget()
	s.changed()
	return nil
}

// changedOutside is for files that have been written: the documents among them are opened again by their stamps.
func (s *server) changedOutside(context.Context, *jrpc2.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed()
	return nil, nil
}

// changed has everything checked again: soon, or when an answer needs it.
func (s *server) changed() {
	for _, p := range s.projects {
		p.stale = true
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// keepChecking checks projects whenever something has changed: for errors at once, and for warnings when nothing more has come for a moment.
func (s *server) keepChecking() {
	timer := time.NewTimer(idle)
	timer.Stop()
	for {
		errors := true
		select {
		case <-s.done:
			return
		case <-s.wake:
			timer.Reset(idle)
		case <-timer.C:
			errors = false
		}
		s.mu.Lock()
		for _, p := range s.projects {
			if p.stale || !errors {
				s.checkProject(p, errors)
			}
		}
		s.mu.Unlock()
	}
}

// checkProject checks a project, and publishes what is found. Where only errors are wanted and there are none, the warnings of the last check stay until
// the next that looks for them.
func (s *server) checkProject(p *project, errors bool) {
	c := p.check(s.edited(), errors)
	p.stale = false
	if c.manifest != nil {
		p.clean = c
	}
	if !errors || c.findings.HasErrors() {
		s.publish(p, c.findings)
	}
}

// edited are the texts of the files that are open, by their paths.
func (s *server) edited() map[string][]byte {
	contents := map[string][]byte{}
	for path, f := range s.files {
		contents[path] = f.data
	}
	return contents
}

// publish sends the findings of a project, for each file all that it has; and nothing for the files that had some before.
func (s *server) publish(p *project, found diag.List) {
	byFile := map[string]diag.List{p.file: {}}
	for _, d := range found {
		path := absolute(d.Pos.File)
		byFile[path] = append(byFile[path], d)
	}
	for _, path := range p.published {
		if byFile[path] == nil {
			byFile[path] = diag.List{}
		}
	}
	p.published = nil
	for path, list := range byFile {
		if len(list) > 0 {
			p.published = append(p.published, path)
		}
		s.notify("textDocument/publishDiagnostics", s.diagnostics(path, list))
	}
}

func (s *server) diagnostics(path string, list diag.List) publishDiagnosticsParams {
	t := s.textOf(path)
	params := publishDiagnosticsParams{URI: s.uriOf(path), Diagnostics: []diagnostic{}}
	if f := s.files[path]; f != nil {
		params.Version = &f.version
	}
	for _, d := range list {
		params.Diagnostics = append(params.Diagnostics, diagnosticOf(t, d))
	}
	return params
}

func diagnosticOf(t *text, d diag.Diagnostic) diagnostic {
	severity := 1
	if d.Severity == diag.Warning {
		severity = 2
	}
	return diagnostic{Range: t.found(d.Pos, d.Length), Severity: severity, Code: d.Rule, Source: "nactgen", Message: d.Message}
}

// notify sends a notification. What becomes of it is not known: an editor that has left reads no more.
func (s *server) notify(method string, params any) {
	_ = s.connection.Notify(context.Background(), method, params)
}

// textOf is the text of a file as the editor has it, or else as it is saved; empty for one that cannot be read.
func (s *server) textOf(path string) *text {
	if f := s.files[path]; f != nil {
		return f.text
	}
	data, err := inputs.Read(path, inputs.Limit)
	if err != nil {
		data = nil
	}
	return newText(data, s.utf8)
}

// uriOf is the address of a file as the editor has it.
func (s *server) uriOf(path string) string {
	if f := s.files[path]; f != nil {
		return f.uri
	}
	return uriOf(path)
}

// manifestName is what a manifest is called that no command line names.
const manifestName = "nact.yaml"

// isManifest matches the text of a manifest, and not that of a file that one includes.
var isManifest = regexp.MustCompile(`(?m)^nact:`)

// projectOf returns the project that an open file belongs to, as its manifest, as a file that it includes, or as a document; nil if there is none. A text
// that has become a manifest begins one.
func (s *server) projectOf(path string) *project {
	if p := s.projects[path]; p != nil {
		return p
	}
	if f := s.files[path]; f != nil && isManifest.Match(f.data) {
		return s.newProject(path)
	}
	for _, p := range s.projects {
		if p.has(path) {
			return p
		}
	}
	return nil
}

// discover looks for the project of a file that has been opened: in its folder and those above, whose manifests need not be open. It is not looked for as the
// file changes, since a manifest has to be checked to know what belongs to it.
func (s *server) discover(path string) {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		candidate := filepath.Join(dir, manifestName)
		if _, err := os.Stat(candidate); err == nil && s.projects[candidate] == nil {
			p := s.newProject(candidate)
			p.clean = p.check(s.edited(), true)
			if p.clean.manifest != nil && p.has(path) {
				return
			}
			delete(s.projects, candidate)
		}
		if dir == filepath.Dir(dir) {
			return
		}
	}
}

// forget ends the projects of which no file is open any more, and takes their findings back.
func (s *server) forget() {
	for file, p := range s.projects {
		open := false
		for path := range s.files {
			open = open || p.has(path)
		}
		if !open {
			delete(s.projects, file)
			s.publish(p, nil)
		}
	}
}

func (s *server) newProject(path string) *project {
	p := &project{file: path}
	s.projects[path] = p
	return p
}

// has reports whether a file is one of the project's: the manifest, what it includes, a document or an overlay.
func (p *project) has(path string) bool {
	if path == p.file {
		return true
	}
	if p.clean == nil {
		return false
	}
	if slices.Contains(p.clean.files(), path) {
		return true
	}
	for _, d := range p.clean.documents {
		if absolute(filepath.Join(filepath.Dir(p.file), d.Path)) == path {
			return true
		}
		for _, o := range d.Overlays() {
			if absolute(o.File) == path {
				return true
			}
		}
	}
	return false
}
