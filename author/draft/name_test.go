package draft_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/spec"
)

// TestToolNames: the ids of real documents, in the ways in which frameworks and vendors make them, and the names of their tools.
func TestToolNames(t *testing.T) {
	for _, c := range []struct{ id, method, path, want string }{
		{"getPetById", "GET", "/pet/{petId}", "get_pet"},
		{"findPetsByStatus", "GET", "/pet/findByStatus", "find_pets"},
		{"listPets", "GET", "/pets", "list_pets"},
		{"users_list", "GET", "/users", "list_users"},
		{"v1.users.get", "GET", "/v1/users/{id}", "get_user"},
		{"PetsController_findAll", "GET", "/pets", "list_pets"},
		{"PetsController_remove", "DELETE", "/pets/{id}", "remove_pet"},
		{"BookingsController_2024_08_13_getBooking", "GET", "/v2/bookings/{bookingUid}", "get_booking"},
		{"getPetUsingGET_1", "GET", "/pets/{id}", "get_pet"},
		{"repos/list-for-org", "GET", "/orgs/{org}/repos", "list_repos_for_org"},
		{"issues/add-labels", "POST", "/repos/{owner}/{repo}/issues/{issue_number}/labels", "add_issues_labels"},
		{"activity/mark-thread-as-read", "PATCH", "/notifications/threads/{thread_id}", "mark_activity_thread_as_read"},
		{"gists/star", "PUT", "/gists/{gist_id}/star", "star_gists"},
		{"PatchChecksID", "PATCH", "/api/v2/checks/{checkID}", "update_check"},
		{"PostInvoicesInvoicePay", "POST", "/v1/invoices/{invoice}/pay", "pay_invoice"},
		{"PostDisputesDispute", "POST", "/v1/disputes/{dispute}", "update_dispute"},
		{"GetInvoicesInvoice", "GET", "/v1/invoices/{invoice}", "get_invoice"},
		{"put_folders_id", "PUT", "/folders/{folder_id}", "update_folder"},
		{"FetchRecording", "GET", "/2010-04-01/Accounts/{AccountSid}/Recordings/{Sid}.json", "get_recording"},
		{"OAuthClientsController_deleteOAuthClient", "DELETE", "/v2/oauth-clients/{id}", "delete_oauth_client"},
		{"getAPIKey", "GET", "/authn/{account}/login", "get_api_key"},
		{"loadPolicy", "POST", "/policies/{account}/policy/{identifier}", "load_policy"},
		{"loginUser", "GET", "/user/login", "log_in_user"},
		{"gridpoint_forecast_hourly", "GET", "/gridpoints/{wfo}/{x},{y}/forecast/hourly", "get_gridpoint_forecast_hourly"},
		{"", "GET", "/users/{id}/repos", "list_user_repos"},
		{"", "GET", "/api/v1/users/{id}", "get_user"},
		{"", "POST", "/users", "create_user"},
		{"", "PUT", "/users/{id}", "set_user"},
		{"", "DELETE", "/users/{id}/keys/{key}", "delete_user_key"},
		{"", "POST", "/orders/{id}/cancel", "cancel_order"},
		{"", "GET", "/", "get_api"},
		{"ぺっと", "GET", "/pets", "list_pets"},
		{"listÉvénements", "GET", "/événements", "list_evenements"},
		{"42", "GET", "/pets", "list_pets"},
		{"search", "GET", "/places", "search_places"},
		{"search", "GET", "/search", "search_api"},
		{"search_search", "GET", "/api/v1/search", "search_api"},
		{"search", "GET", "/search/places", "search_places"},
		{"indices.recovery.0", "GET", "/_recovery", "get_indices_recovery"},
	} {
		t.Run(c.method+" "+c.path+" "+c.id, func(t *testing.T) {
			if got := draft.ToolNames([]*draft.Operation{operation(t, c.id, c.method, c.path)}, nil)[0]; got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestToolNamesDiffer: what was left out to be short stays where it tells tools apart, and a name that is taken is not given twice.
func TestToolNamesDiffer(t *testing.T) {
	ops := []*draft.Operation{
		operation(t, "getPetById", "GET", "/pets/{id}"), operation(t, "getPetByName", "GET", "/pets/names/{name}"),
		operation(t, "getUser", "GET", "/users/{id}"), operation(t, "get_user", "GET", "/people/{id}"),
		operation(t, "getShop", "GET", "/shops/{id}"),
	}
	want := "get_pet_by_id get_pet_by_name get_user get_person get_shop_2"
	if got := strings.Join(draft.ToolNames(ops, map[string]bool{"get_shop": true}), " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestUpstreamName: the titles of real documents.
func TestUpstreamName(t *testing.T) {
	for _, c := range []struct{ title, file, want string }{
		{"Swagger Petstore - OpenAPI 3.0", "petstore.yaml", "petstore"},
		{"GitHub v3 REST API", "api.github.com.json", "github"},
		{"weather.gov API", "openapi.json", "weather_gov"},
		{"", "apis/open-meteo.yaml", "open_meteo"},
		{"API", "openapi.yaml", "api"},
		{"天気", "2.yaml", "api"},
		{"Taken", "x.yaml", "taken_2"},
	} {
		if got := draft.UpstreamName(c.title, c.file, []string{"taken"}); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.title, c.file, got, c.want)
		}
	}
}

// TestPublishedNames: every tool of the published documents has a readable name of its own, with a verb in front.
func TestPublishedNames(t *testing.T) {
	valid := regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)+$`)
	for _, name := range []string{"nws-3.8.1.yml", "superset.json", "calcom-v2.json", "box.json", "twilio-api-v2010.json", "influxdata-oss.yml"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			_, ops := everything(t, testmode.Published(t, name), dir)
			seen := map[string]bool{}
			for _, tool := range draft.ToolNames(ops, nil) {
				if !valid.MatchString(tool) || len(tool) > 64 || seen[tool] {
					t.Errorf("%s: twice %t, %d characters", tool, seen[tool], len(tool))
				}
				seen[tool] = true
			}
		})
	}
}

// operation is an operation of which nothing is known but how it is called.
func operation(t *testing.T, id, method, path string) *draft.Operation {
	t.Helper()
	target, _, _ := strings.Cut(path, "#")
	return &draft.Operation{
		Operation: &spec.Operation{ID: id, Method: method, Path: path, Target: spec.Target{Path: target}},
		Upstream:  &draft.Upstream{Name: "api"},
	}
}
