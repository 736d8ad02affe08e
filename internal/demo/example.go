package demo

import (
	"bytes"
	"io/fs"
	"maps"
	"net/http/httptest"
	"path"
	"slices"
	"time"

	"github.com/nactgen/nactgen"
	"github.com/nactgen/nactgen/examples/clinic/upstream"
	"github.com/nactgen/nactgen/internal/artifact"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Example is a service that the command brings along.
type Example struct {
	Name string

	// Stage starts what the service runs against. The caller must Close the Stage.
	Stage func(*plan.Plan) (*Stage, error)
}

// examples are all there are. The first is shown unless another one is asked for.
var examples = []Example{
	{"nws", weatherStage},
	{"clinic", clinicStage},
}

// Names returns the names of all examples.
func Names() []string {
	names := make([]string, len(examples))
	for i, e := range examples {
		names[i] = e.Name
	}
	return names
}

// Find returns the example of a name, and whether there is one.
func Find(name string) (Example, bool) {
	i := slices.IndexFunc(examples, func(e Example) bool { return e.Name == name })
	if i < 0 {
		return Example{}, false
	}
	return examples[i], true
}

// Files returns the example's manifest with all that it refers to, and what the vendor wrote.
func (e Example) Files() (fs.FS, error) { return fs.Sub(nactgen.ExampleFS, e.folder()) }

func (e Example) folder() string { return path.Join("examples", e.Name) }

// Functions returns the Go that the vendor of the example wrote, if there is any, with its paths in a service that is a module of its own.
func (e Example) Functions(module string) ([]artifact.File, error) {
	files, err := e.Files()
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(files, "internal/functions/*.go")
	if err != nil {
		return nil, err
	}
	var found []artifact.File
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		here := "github.com/nactgen/nactgen/" + e.folder()
		content = bytes.ReplaceAll(content, []byte(`"`+here+`/`), []byte(`"`+module+`/`)) // in imports
		found = append(found, artifact.File{Path: name, Content: content})
	}
	return found, nil
}

// Stage is what a service runs against, and what is to be seen of it there.
type Stage struct {
	Upstreams map[string]string // base URLs by name
	Scenes    []Scene
	Hints     []string // commands that do something with the upstreams
	close     func()
}

// Scene is a call of a service.
type Scene struct {
	Title   string       // what is to be seen
	Tool    string       // the tool that is called
	Example string       // the one of its examples that has the inputs
	Status  int          // that of the answer
	Before  func() error // what is done first; nil: nothing
}

// Arguments returns the flags by which a stand-alone service calls the upstreams of the stage.
func (s *Stage) Arguments() []string {
	var args []string
	for _, name := range slices.Sorted(maps.Keys(s.Upstreams)) {
		args = append(args, "--upstream", name+"="+s.Upstreams[name])
	}
	return args
}

// Close stops what the service ran against.
func (s *Stage) Close() { s.close() }

// weatherStage plays what the weather services once answered.
func weatherStage(p *plan.Plan) (*Stage, error) {
	replay, err := NewReplay(p)
	if err != nil {
		return nil, err
	}
	return &Stage{
		Upstreams: replay.Upstreams(),
		Scenes: []Scene{
			{Title: "The weather of today", Tool: "lookup_weather_by_city", Example: "new york today", Status: 200},
		},
		close: replay.Close,
	}, nil
}

// clinicStage emulates the upstreams of the clinic, and has a message fail.
func clinicStage(*plan.Plan) (*Stage, error) {
	emulator := upstream.New(time.Now)
	server := httptest.NewServer(emulator)
	const book = "book_appointment"
	return &Stage{
		Upstreams: upstream.Upstreams(server.URL),
		Scenes: []Scene{
			{Title: "A booking", Tool: book, Example: "the first that is free at two clinics", Status: 200},
			{
				Title: "The same call, and the message to the patient fails: the booking before it is taken back", Tool: book,
				Example: "the first that is free at two clinics", Status: 502,
				Before: func() error {
					return emulator.Fail(upstream.Fault{Operation: upstream.SendMessage, Failure: upstream.ServerError, Nth: 1})
				},
			},
			{Title: "A declared failure", Tool: book, Example: "somebody was faster", Status: 200},
		},
		Hints: []string{
			"curl -s " + server.URL + "/control/state",
			"curl -s " + server.URL + "/control/faults",
			"curl -d operation=createBooking -d failure=error-after -d nth=1 " + server.URL + "/control/faults",
		},
		close: server.Close,
	}, nil
}
