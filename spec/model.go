package spec

import (
	"context"
	"fmt"
	"log/slog"

	high "github.com/pb33f/libopenapi/datamodel/high/base"
	highv3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"github.com/pb33f/libopenapi/datamodel/low"
	lowbase "github.com/pb33f/libopenapi/datamodel/low/base"
	lowv3 "github.com/pb33f/libopenapi/datamodel/low/v3"
	"github.com/pb33f/libopenapi/index"
	"go.yaml.in/yaml/v4"
)

// modeler has libopenapi model fragments. Its errors have no position.
type modeler struct {
	index *index.SpecIndex
}

// newModeler makes an index that is empty and follows nothing: all references
// of a fragment look external to it, and are left alone.
func newModeler() *modeler {
	config := index.CreateClosedAPIIndexConfig()
	config.SkipExternalRefResolution = true
	config.Logger = slog.New(slog.DiscardHandler)
	return &modeler{index: index.NewSpecIndexWithConfig(nil, config)}
}

// model builds the low-level model T of a fragment. libopenapi may panic on
// input that its authors did not think of; that is turned into an error.
func model[T low.Buildable[N], N any](m *modeler, n *yaml.Node) (built T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the OpenAPI model cannot be built: %v", r)
		}
	}()
	built, err, _, _ = low.ExtractObjectRaw[T](context.Background(), nil, n, m.index)
	return built, err
}

func (m *modeler) operation(n *yaml.Node) (*highv3.Operation, error) {
	built, err := model[*lowv3.Operation](m, n)
	if err != nil {
		return nil, err
	}
	return highv3.NewOperation(built), nil
}

func (m *modeler) parameter(n *yaml.Node) (*highv3.Parameter, error) {
	built, err := model[*lowv3.Parameter](m, n)
	if err != nil {
		return nil, err
	}
	return highv3.NewParameter(built), nil
}

func (m *modeler) body(n *yaml.Node) (*highv3.RequestBody, error) {
	built, err := model[*lowv3.RequestBody](m, n)
	if err != nil {
		return nil, err
	}
	return highv3.NewRequestBody(built), nil
}

func (m *modeler) response(n *yaml.Node) (*highv3.Response, error) {
	built, err := model[*lowv3.Response](m, n)
	if err != nil {
		return nil, err
	}
	return highv3.NewResponse(built), nil
}

func (m *modeler) server(n *yaml.Node) (*highv3.Server, error) {
	built, err := model[*lowv3.Server](m, n)
	if err != nil {
		return nil, err
	}
	return highv3.NewServer(built), nil
}

func (m *modeler) requirement(n *yaml.Node) (*high.SecurityRequirement, error) {
	built, err := model[*lowbase.SecurityRequirement](m, n)
	if err != nil {
		return nil, err
	}
	return high.NewSecurityRequirement(built), nil
}

func (m *modeler) securityScheme(n *yaml.Node) (*highv3.SecurityScheme, error) {
	built, err := model[*lowv3.SecurityScheme](m, n)
	if err != nil {
		return nil, err
	}
	return highv3.NewSecurityScheme(built), nil
}
