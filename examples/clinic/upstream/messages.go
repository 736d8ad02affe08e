package upstream

import (
	"fmt"
	"net/http"
	"slices"
)

// Message is a text message that was sent.
type Message struct {
	ID      string `json:"id"`
	To      string `json:"to"`
	Text    string `json:"text"`
	Status  string `json:"status"` // QUEUED
	Created string `json:"created"`
}

func (e *Emulator) sendMessage(c *call) answer {
	var wanted struct{ To, Text string }
	if err := c.decode(&wanted); err != nil || wanted.To == "" || wanted.Text == "" {
		return invalid("A message has a number that it goes to and a text.")
	}
	if slices.Contains(landlines, wanted.To) {
		return refused(http.StatusUnprocessableEntity, "NOT_MOBILE", "The number is none of a mobile phone.")
	}
	sent := Message{fmt.Sprintf("msg_%d", len(e.messages)+1), wanted.To, wanted.Text, "QUEUED", e.created()}
	e.messages = append(e.messages, sent)
	return answered(http.StatusAccepted, sent)
}
