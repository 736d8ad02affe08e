package plandiff_test

import (
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// plans names every field of what a plan says of behavior: true where Compare looks at it, false where it need not.
var plans = map[reflect.Type]map[string]bool{
	reflect.TypeFor[plan.Plan](): {
		"Manifest": false, "Folder": false, "Service": true, "Access": true, "Go": false, "Config": true, "Upstreams": true, "Tables": true, "Functions": true, "Parts": true, "Tools": true, "Accepted": true,
	},
	reflect.TypeFor[plan.Accepted]():    {"Tool": true, "Place": true, "Rule": true, "Because": true, "Security": true},
	reflect.TypeFor[plan.Access]():      {"By": true, "Scopes": false}, // what tools need of them is compared
	reflect.TypeFor[plan.Service]():     {"Name": false, "Title": false, "Description": false, "Idempotency": false, "Observe": true, "Inbound": true},
	reflect.TypeFor[plan.Inbound]():     {"TLS": true, "CallerLimits": true},
	reflect.TypeFor[plan.Observe]():     {"Metrics": false, "OTLP": false, "Traces": false, "Audit": true},
	reflect.TypeFor[plan.Audit]():       {"Inputs": true},
	reflect.TypeFor[plan.ConfigValue](): {"Name": true, "Env": true, "Default": true, "Description": false, "HasDefault": true, "Secret": true},
	reflect.TypeFor[plan.Upstream](): {
		"Name": true, "Document": true, "Overlays": true, "SHA256": true, "Spread": false, "Title": false, "Server": true, "Headers": true, "Query": true, "Redirects": true, "Timeout": true, "Retry": true, "Protection": true,
		"MaxResponse": true, "Caching": true, "CacheSize": true, "Auth": true, "Forward": true, "HandOnTrace": true, "Operations": false, "Shapes": false, "Functions": false,
	},
	reflect.TypeFor[plan.Protection]():  {"Concurrency": true, "Rate": true, "Breaker": true, "Budget": true, "Hedge": true},
	reflect.TypeFor[plan.Concurrency](): {"Calls": true, "Wait": true},
	reflect.TypeFor[plan.Rate]():        {"Calls": true, "Per": true, "Burst": true, "Wait": true},
	reflect.TypeFor[plan.Breaker]():     {"Failures": true, "Within": true, "Open": true},
	reflect.TypeFor[plan.Credential]():  {"Kind": true, "Scheme": true, "Sign": true, "In": true, "Name": true, "Values": true, "Scopes": true, "InBody": true},
	reflect.TypeFor[plan.Operation](): {
		"Upstream": true, "Auth": true, "Method": true, "Reads": true, "Path": true, "Accept": true, "BodyType": true, "Fields": true,
		"Name": false, "ID": false, "Summary": false, "Params": false, "HasBody": false, "BodyForm": false, "Notation": false, "Answer": false, "Bodiless": false, "Lenient": false, "Problems": false, "Meta": false, "Options": false, "Cached": false, "Route": false, "Fixed": false, // both are of Path
	},
	reflect.TypeFor[plan.Table](): {"Name": true, "Type": true, "Rows": true},
	reflect.TypeFor[plan.Tool](): {
		"Signature": true, "Access": true, "Writes": true, "Timeout": true, "MaxWork": true, "MaxRetries": true, "Actions": true, "Outputs": true,
		"DerivedID": false, "Older": false, "Withdrawn": false, "Inputs": true, "Examples": false, "DryRun": false, "Functions": false, "Locals": false, "Additive": false, "Idempotent": false, // what is said of Actions
	},
	reflect.TypeFor[plan.Step]():     {"Name": true, "Call": true, "Args": true, "Body": true, "BodyWhere": true, "OnError": true, "Timeout": true, "Retry": true, "Caching": true, "Key": true, "Unread": false, "Link": false, "Places": false, "Parts": false, "Line": false},
	reflect.TypeFor[plan.Key]():      {"In": true, "Name": true},
	reflect.TypeFor[plan.GoStep]():   {"Name": true, "Function": true, "Args": true, "OnError": true, "LeaveOut": true, "Timeout": true, "Line": false},
	reflect.TypeFor[plan.GoArg]():    {"Arg": true, "Value": true, "Where": false},
	reflect.TypeFor[plan.Function](): {"Name": true, "Description": false, "Writes": true, "Signs": true, "Args": true, "Result": true, "Part": true, "Structs": false},
	reflect.TypeFor[plan.Check]():    {"That": true, "Fail": true, "Detail": true, "Where": true},
	reflect.TypeFor[plan.When]():     {"Step": false, "If": true, "Where": true, "Actions": true},
	reflect.TypeFor[plan.Each]():     {"Step": false, "As": false, "List": true, "Concurrency": true, "Limit": true, "Where": true, "Actions": true, "Before": false},
	reflect.TypeFor[plan.Pages](): {
		"Step": true, "By": true, "Start": true, "Limit": true, "Items": true, "Next": true, "Actions": true, "Enough": false, "Search": false, "Before": false,
		"LimitWhere": true, "ItemsWhere": true, "NextWhere": true, "EnoughWhere": false,
	},
	reflect.TypeFor[plan.Poll](): {
		"Step": true, "FailedIf": true, "Fail": true, "Detail": true, "Until": true, "Again": true, "Location": true, "Every": true, "MaxEvery": true, "Timeout": true, "Backoff": true,
		"Pending": false, "Before": false, "UntilWhere": true, "FailedWhere": true,
	},
	reflect.TypeFor[plan.Undo]():      {"Of": false, "Limit": true, "Kept": true, "Actions": true},
	reflect.TypeFor[plan.Answered]():  {"Step": false, "Actions": true},
	reflect.TypeFor[plan.Together]():  {"Branches": true},
	reflect.TypeFor[plan.Var]():       {"Name": true, "Value": true, "Where": true},
	reflect.TypeFor[plan.Output]():    {"ID": true, "Value": true, "Where": false, "Schema": false},
	reflect.TypeFor[plan.ErrorRule](): {"Causes": true, "That": true, "Answer": false, "Use": true, "Idle": false, "Fail": true, "Detail": true, "Where": true},
}

// TestFields fails where a plan says something that nobody has decided about: whether a reviewer has to see that it changed.
func TestFields(t *testing.T) {
	for of, fields := range plans {
		for i := range of.NumField() {
			if _, decided := fields[of.Field(i).Name]; !decided {
				t.Errorf("%s.%s: compare it, or say in this test that it does not matter", of, of.Field(i).Name)
			}
		}
		if of.NumField() != len(fields) {
			t.Errorf("%s has %d fields, and %d stand in this test", of, of.NumField(), len(fields))
		}
	}
}
