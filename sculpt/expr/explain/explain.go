// Package explain says what is wrong with an expression, in the words of a manifest.
//
// CEL's messages speak of its grammar and of Protobuf's types. What the parser or the checker says decides here which rule applies;
// the message is made of the tokens of the text and of the types that the checker found. Of [1, 2].length it is
//
//	[1, 2] is an array and has no fields; the size is .size()
//
// with the span of .length.
package explain
