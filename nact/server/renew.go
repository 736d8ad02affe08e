package server

import (
	"log/slog"

	"github.com/nactgen/nactgen/nact"
)

// Renew has a secret become what the file holds from which a variable of the service has it, also if that changes while the program runs. A variable whose
// value stands in no file changes nothing.
func (o Options) Renew(variable string, secret *nact.Secret) {
	if file := o.files[variable]; file != nil {
		*secret = nact.NewVaryingSecret(renewed{file, o.Logger})
	}
}

// renewed is a value that changes with its file: a [nact.Varying]. No line of the log has anything of the file, or its name.
type renewed struct {
	*valueFile
	logger *slog.Logger
}

// Text returns the value as it is now.
func (v renewed) Text() string {
	v.file.Look(v.use)
	return v.text()
}

// Recent returns the value, and what it was before.
func (v renewed) Recent() []string {
	now := v.now.Load()
	if now.before == "" {
		return []string{now.text}
	}
	return []string{now.text, now.before}
}

// Renew reads the file at once.
func (v renewed) Renew() { v.file.LookNow(v.use) }

// use takes what the file holds for the value. If that is not possible, the value stays.
func (v renewed) use(content []byte, err error) {
	text, err := valueOf(content, err)
	before := v.text()
	switch {
	case err != nil:
		v.stays(err.Error())
	case text != before:
		v.now.Store(&value{text: text, before: before})
		v.logger.Info("a value of the configuration has changed in its file", "variable", v.variable)
	}
}

// Refuse logs, once, why the value cannot be used.
func (v renewed) Refuse(why string) {
	if !v.now.Load().refused.Swap(true) {
		v.stays(why)
	}
}

func (v renewed) stays(why string) {
	v.logger.Error("a value of the configuration cannot be taken from its file: the one of before stays in use", "variable", v.variable, "cause", why)
}
