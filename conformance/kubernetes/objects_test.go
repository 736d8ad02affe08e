// Package kubernetes holds what nactgen export kubernetes writes to the types of Kubernetes. It is a module of its own, since these weigh more than all
// that nactgen is made of, and nothing but this needs them.
package kubernetes

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

// object is a type of object, by its apiVersion and kind.
var object = map[string]func() any{
	"v1 ServiceAccount":                      func() any { return new(core.ServiceAccount) },
	"v1 Service":                             func() any { return new(core.Service) },
	"apps/v1 Deployment":                     func() any { return new(apps.Deployment) },
	"autoscaling/v2 HorizontalPodAutoscaler": func() any { return new(autoscaling.HorizontalPodAutoscaler) },
	"policy/v1 PodDisruptionBudget":          func() any { return new(policy.PodDisruptionBudget) },
	"networking.k8s.io/v1 NetworkPolicy":     func() any { return new(networking.NetworkPolicy) },
}

// TestObjects: what is exported for the examples are objects of Kubernetes, every field of them known and of its type, and they find each other.
func TestObjects(t *testing.T) {
	paths, err := filepath.Glob("../../view/export/testdata/*.kubernetes.yaml")
	if err != nil || len(paths) < 3 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var kinds []string
			for document := range bytes.SplitSeq(text, []byte("\n---\n")) {
				kinds = append(kinds, check(t, document))
			}
			for _, wanted := range []string{"v1 ServiceAccount", "v1 Service", "apps/v1 Deployment", "networking.k8s.io/v1 NetworkPolicy"} {
				if !slices.Contains(kinds, wanted) {
					t.Errorf("there is no %s", wanted)
				}
			}
		})
	}
}

// check reads an object as its type, and returns its kind.
func check(t *testing.T, document []byte) string {
	var head struct{ APIVersion, Kind string }
	if err := yaml.Unmarshal(document, &head); err != nil {
		t.Fatalf("%v\n%s", err, document)
	}
	kind := head.APIVersion + " " + head.Kind
	make := object[kind]
	if make == nil {
		t.Fatalf("%s is no kind of object that is known", kind)
	}
	o := make()
	if err := yaml.UnmarshalStrict(document, o); err != nil {
		t.Errorf("%s: %v", kind, err)
	}
	if d, ok := o.(*apps.Deployment); ok {
		checkDeployment(t, d)
	}
	return kind
}

// checkDeployment: its pods are its own, and its container can run as it says.
func checkDeployment(t *testing.T, d *apps.Deployment) {
	if got, want := fmt.Sprint(d.Spec.Selector.MatchLabels), fmt.Sprint(d.Spec.Template.Labels); got != want {
		t.Errorf("it selects %s, and its pods have %s", got, want)
	}
	c := d.Spec.Template.Spec.Containers[0]
	if !*c.SecurityContext.ReadOnlyRootFilesystem || *c.SecurityContext.AllowPrivilegeEscalation || !*d.Spec.Template.Spec.SecurityContext.RunAsNonRoot {
		t.Error("the container may more than it needs")
	}
	if limit := c.Resources.Limits.Memory(); limit.Value() != 1<<30 {
		t.Errorf("the limit of memory is %s", limit)
	}
	named := map[string]bool{}
	for _, v := range c.Env {
		if named[v.Name] || v.Value != "" && v.ValueFrom != nil {
			t.Errorf("the variable %s stands twice, or has two values", v.Name)
		}
		named[v.Name] = true
	}
	if !strings.HasPrefix(c.Env[0].Value, ":") || c.ReadinessProbe.HTTPGet.Path != "/readyz" || c.LivenessProbe.HTTPGet.Path != "/healthz" {
		t.Error("nobody can ask whether it lives")
	}
}
