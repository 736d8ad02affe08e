package server

import (
	"context"
	"io"
	"net/http"
	"runtime/pprof"
	"runtime/trace"
	"strconv"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact/problem"
)

// Profiles are served as net/http/pprof serves them to go tool pprof. That package is not used: it also adds itself to [http.DefaultServeMux], which may
// be served to callers.

// Profiles that are recorded for some time.
const (
	profileCPU   = "profile"
	profileTrace = "trace"
)

// Times of a profile, in seconds.
const (
	profileTime        = 30
	longestProfileTime = 300
)

// listProfiles names the profiles, a line each.
func listProfiles(w http.ResponseWriter, _ *http.Request) {
	names := []string{profileCPU, profileTrace}
	for _, p := range pprof.Profiles() {
		names = append(names, p.Name())
	}
	plain(w, strings.Join(names, "\n")+"\n")
}

// serveProfile answers with a profile for go tool pprof, or as text if debug says so.
func serveProfile(w http.ResponseWriter, r *http.Request) {
	switch name := r.PathValue("name"); name {
	case profileCPU:
		record(w, r, pprof.StartCPUProfile, pprof.StopCPUProfile)
	case profileTrace:
		record(w, r, trace.Start, trace.Stop)
	default:
		profile := pprof.Lookup(name)
		if profile == nil {
			problem.Refuse(w, r, http.StatusNotFound, "There is no such profile: see /debug/pprof/.")
			return
		}
		debug, _ := strconv.Atoi(r.FormValue("debug")) // 0 if it says nothing that is known
		if debug != 0 {
			plain(w, "")
		} else {
			download(w, name)
		}
		_ = profile.WriteTo(w, debug) // an error means that whoever asked has gone
	}
}

// record records for as many seconds as the request says, or until whoever asked leaves.
func record(w http.ResponseWriter, r *http.Request, start func(io.Writer) error, stop func()) {
	seconds := profileTime
	if text := r.FormValue("seconds"); text != "" {
		var err error
		if seconds, err = strconv.Atoi(text); err != nil || seconds < 1 || seconds > longestProfileTime {
			problem.Refuse(w, r, http.StatusBadRequest, "seconds must be a whole number from 1 to "+strconv.Itoa(longestProfileTime)+".")
			return
		}
	}
	download(w, r.PathValue("name"))
	if err := start(w); err != nil {
		w.Header().Del("Content-Disposition")
		problem.Refuse(w, r, http.StatusConflict, "It cannot be recorded: another one probably is being recorded.")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), time.Duration(seconds)*time.Second)
	defer cancel()
	<-ctx.Done()
	stop()
}

func download(w http.ResponseWriter, name string) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Type", "application/octet-stream")
	header.Set("Content-Disposition", `attachment; filename="`+name+`"`)
}
