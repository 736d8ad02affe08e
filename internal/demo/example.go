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

// Example is an example service that is embedded in the command.
type Example struct {
	Name string

	// Stage starts the upstreams of the service. The caller must Close the Stage.
	Stage func(*plan.Plan) (*Stage, error)
}

// examples are all examples, the default first.
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

// Find returns the example with a name, and whether there is one.
func Find(name string) (Example, bool) {
	i := slices.IndexFunc(examples, func(e Example) bool { return e.Name == name })
	if i < 0 {
		return Example{}, false
	}
	return examples[i], true
}

// Files returns the files of the example: its manifest with everything that it refers to, and the vendor's Go functions.
func (e Example) Files() (fs.FS, error) { return fs.Sub(nactgen.ExampleFS, e.folder()) }

func (e Example) folder() string { return path.Join("examples", e.Name) }

// Functions returns the vendor's Go functions, if there are any, with their paths in a stand-alone service with the module path.
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

// Stage is the local upstreams of a service, with calls that show what the service does.
type Stage struct {
	Upstreams map[string]string // base URLs by name
	Scenes    []Scene
	Hints     []string // commands to try on the upstreams
	close     func()
}

// Scene is a call of a service.
type Scene struct {
	Title   string       // what the call shows
	Tool    string       // the tool that is called
	Example string       // the example of the tool that has the inputs
	Status  int          // the expected status of the answer
	Before  func() error // is called before the call; may be nil
}

// Arguments returns the flags by which a stand-alone service calls the upstreams of the stage.
func (s *Stage) Arguments() []string {
	var args []string
	for _, name := range slices.Sorted(maps.Keys(s.Upstreams)) {
		args = append(args, "--upstream", name+"="+s.Upstreams[name])
	}
	return args
}

// Close stops the upstreams.
func (s *Stage) Close() { s.close() }

// weatherStage replays recorded answers of the weather services.
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

// clinicStage emulates the upstreams of the clinic. In one scene, sending a message fails.
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
