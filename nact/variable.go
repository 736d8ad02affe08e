package nact

// Variable is an environment variable that configures a service.
type Variable struct {
	Name        string
	Default     string // empty: none
	Description string
	Secret      bool // its value is a credential, and its default is not shown
}
