package runtimecopy

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strings"

	"github.com/nactgen/nactgen"
	"github.com/nactgen/nactgen/internal/artifact"
)

// RedisDir is the folder of the copy of package nactredis, relative to the output folder. That package is no part of the library: it
// needs a module, which not every service shall.
const RedisDir = "internal/nactredis"

// openFile is the file of nactredis that only a program needs.
const openFile = "open.go"

// UseRedis adds package nactredis to the copy, and makes room for what that needs of the library.
func (c *Copy) UseRedis(standAlone bool) error {
	entries, err := fs.ReadDir(nactgen.RedisFS, "nactredis")
	if err != nil {
		return fmt.Errorf("package nactredis: %w", err)
	}
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasSuffix(name, "_test.go") || name == openFile && !standAlone {
			continue
		}
		content, err := c.redisFile(name)
		if err != nil {
			return fmt.Errorf("package nactredis: %w", err)
		}
		c.redis = append(c.redis, artifact.File{Path: path.Join(RedisDir, name), Content: content})
	}
	return nil
}

// redisFile returns a file of the copy of nactredis, after it was noted what that uses.
func (c *Copy) redisFile(name string) ([]byte, error) {
	source, err := fs.ReadFile(nactgen.RedisFS, "nactredis/"+name)
	if err != nil {
		return nil, err
	}
	content, err := rewrite(name, source, c.importPath)
	if err != nil {
		return nil, err
	}
	syntax, err := parser.ParseFile(token.NewFileSet(), name, content, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return content, c.uses.read(c.library, c.importPath, syntax)
}
