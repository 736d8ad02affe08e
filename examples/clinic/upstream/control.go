package upstream

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// control lets whoever can reach the emulator do what Fail, Heal, Faults and State do.
func (e *Emulator) control() {
	e.mux.HandleFunc("POST /control/faults", e.postFault)
	e.mux.HandleFunc("GET /control/faults", func(w http.ResponseWriter, _ *http.Request) {
		show(w, struct {
			Faults     []Fault   `json:"faults"`
			Operations []string  `json:"operations"`
			Failures   []Failure `json:"failures"`
		}{e.Faults(), Operations(), Failures()})
	})
	e.mux.HandleFunc("DELETE /control/faults", func(w http.ResponseWriter, _ *http.Request) {
		e.Heal()
		w.WriteHeader(http.StatusNoContent)
	})
	e.mux.HandleFunc("GET /control/state", func(w http.ResponseWriter, _ *http.Request) { show(w, e.State()) })
}

// postFault has requests fail as the fields of a form say: operation, failure, nth and field.
func (e *Emulator) postFault(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, largestBody)
	fault := Fault{Operation: r.FormValue("operation"), Failure: Failure(r.FormValue("failure")), Field: r.FormValue("field")}
	if nth := r.FormValue("nth"); nth != "" {
		var err error
		if fault.Nth, err = strconv.Atoi(nth); err != nil {
			http.Error(w, "nth is a number: 1 is the next request, and 0 stands for all of them", http.StatusBadRequest)
			return
		}
	}
	if err := e.Fail(fault); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// show answers with a value, laid out for people.
func show(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.Encode(value) // a client that left is no error of the emulator
}
