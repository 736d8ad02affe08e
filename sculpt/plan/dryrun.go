package plan

// DryStep is what a dry run of a tool knows of a step that writes.
type DryStep struct {
	Step   StepAction
	When   bool     // it may not run
	Each   bool     // it runs for each element of a list
	Unread bool     // nothing but what takes it back reads what comes of it
	Sends  []string // the secret config values that its request, or its function, gets beside credentials
	Opaque bool     // something that it sends is computed of a secret, which does not show in it as it is
}
