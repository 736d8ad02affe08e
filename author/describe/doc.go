// Package describe shows authors what there is to call: operations as a list, and one of them with its parameters, body and answers,
// with the values in them as expressions see them.
package describe
