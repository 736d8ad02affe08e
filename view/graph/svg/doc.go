// Package svg draws graphs as SVG that stands by itself: no script, no font or picture from elsewhere, light or dark as its viewer
// prefers. Steps run from top to bottom, and what runs at the same time stands side by side. All measures are whole pixels, so that
// the same graph is the same bytes everywhere.
package svg
