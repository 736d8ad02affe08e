package plandiff

import (
	"fmt"
	"slices"
)

// Severity says who should look at a change. Greater is worse.
type Severity int

// The severities.
const (
	Ordinary Severity = iota // the tool does something else
	Security                 // data is sent elsewhere, something else can be changed, or a safeguard is different
)

// String returns ordinary or security.
func (s Severity) String() string {
	switch s {
	case Ordinary:
		return "ordinary"
	case Security:
		return "security"
	}
	return fmt.Sprintf("Severity(%d)", int(s))
}

// MarshalText implements [encoding.TextMarshaler] with [Severity.String].
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Kind is a kind of change. The names are stable.
type Kind string

// The kinds of security, the gravest first.
const (
	AccessWeakened    Kind = "access-weakened"
	HostAdded         Kind = "host-added"
	WriteAdded        Kind = "write-added"
	ReadsClaimed      Kind = "reads-claimed"
	SecretSent        Kind = "secret-sent"
	CallerHandedOn    Kind = "caller-handed-on"
	SecretDisclosed   Kind = "secret-disclosed"
	CredentialChanged Kind = "credential-changed"
	ConditionChanged  Kind = "condition-changed"
	ConditionRemoved  Kind = "condition-removed"
	UndoRemoved       Kind = "undo-removed"
	UndoChanged       Kind = "undo-changed"
	KeyRemoved        Kind = "key-removed"
	ReadsDropped      Kind = "reads-dropped"
	AuditRemoved      Kind = "audit-removed"
	AuditChanged      Kind = "audit-changed"
	InboundWeakened   Kind = "inbound-weakened"
	RiskAccepted      Kind = "risk-accepted"
)

// The other kinds.
const (
	HostRemoved      Kind = "host-removed"
	CallerKept       Kind = "caller-kept"
	ServerChanged    Kind = "server-changed"
	Document         Kind = "document-changed"
	ConfigChanged    Kind = "config-changed"
	HeaderChanged    Kind = "header-changed"
	QueryChanged     Kind = "query-changed"
	LimitChanged     Kind = "limit-changed"
	AccessTightened  Kind = "access-tightened"
	InboundTightened Kind = "inbound-tightened"
	CacheChanged     Kind = "cache-changed"
	TableChanged     Kind = "table-changed"
	CallAdded        Kind = "call-added"
	CallRemoved      Kind = "call-removed"
	CallChanged      Kind = "call-changed"
	FunctionChanged  Kind = "function-changed"
	PagesChanged     Kind = "pages-changed"
	PollChanged      Kind = "poll-changed"
	Reordered        Kind = "reordered"
	LoopChanged      Kind = "loop-changed"
	WriteRemoved     Kind = "write-removed"
	ConditionAdded   Kind = "condition-added"
	KeyChanged       Kind = "key-changed"
	SentChanged      Kind = "sent-changed"
	VarChanged       Kind = "var-changed"
	FailureChanged   Kind = "failure-changed"
	AnswerChanged    Kind = "answer-changed"
	FieldRead        Kind = "field-read"
	FieldUnread      Kind = "field-unread"
	WarningAccepted  Kind = "warning-accepted"
	AcceptedNoLonger Kind = "accepted-no-longer"
)

// row describes a kind.
type row struct {
	kind     Kind
	severity Severity
	words    string // the predicate of a sentence about the place that has changed
}

// kinds are all kinds in their order.
var kinds = []row{
	{AccessWeakened, Security, "asks less of its callers"},
	{HostAdded, Security, "calls a host that it did not"},
	{WriteAdded, Security, "can change something upstream"},
	{ReadsClaimed, Security, "is taken to change nothing, by a method that can"},
	{SecretSent, Security, "sends a secret that it did not send there"},
	{CallerHandedOn, Security, "hands on what its caller has sent"},
	{SecretDisclosed, Security, "is no longer kept as a secret"},
	{CredentialChanged, Security, "authenticates in another way"},
	{ConditionChanged, Security, "holds for other values"},
	{ConditionRemoved, Security, "is no longer demanded"},
	{UndoRemoved, Security, "is no longer taken back if the tool fails"},
	{UndoChanged, Security, "is taken back with other failures of the tool"},
	{KeyRemoved, Security, "is no longer sent with a key under which it is carried out once"},
	{ReadsDropped, Security, "is no longer taken to change nothing"},
	{AuditRemoved, Security, "is no longer recorded"},
	{AuditChanged, Security, "is recorded with other inputs"},
	{InboundWeakened, Security, "is no longer part of the service"},
	{RiskAccepted, Security, "accepts a warning about what is at risk"},
	{HostRemoved, Ordinary, "no longer calls a host"},
	{CallerKept, Ordinary, "no longer hands on what its caller has sent"},
	{ServerChanged, Ordinary, "has another base URL"},
	{Document, Ordinary, "has another document"},
	{ConfigChanged, Ordinary, "is configured in another way"},
	{HeaderChanged, Ordinary, "sends other headers"},
	{QueryChanged, Ordinary, "sends other parameters"},
	{LimitChanged, Ordinary, "has another limit"},
	{AccessTightened, Ordinary, "asks more of its callers"},
	{InboundTightened, Ordinary, "is now part of the service"},
	{CacheChanged, Ordinary, "keeps answers in another way"},
	{TableChanged, Ordinary, "has another row"},
	{CallAdded, Ordinary, "is a new call"},
	{CallRemoved, Ordinary, "is called no longer"},
	{CallChanged, Ordinary, "calls something else"},
	{FunctionChanged, Ordinary, "takes or returns something else"},
	{PagesChanged, Ordinary, "collects pages in another way"},
	{PollChanged, Ordinary, "asks again in another way"},
	{Reordered, Ordinary, "runs in another order"},
	{LoopChanged, Ordinary, "runs for the elements of another list"},
	{WriteRemoved, Ordinary, "no longer changes anything upstream"},
	{ConditionAdded, Ordinary, "is newly demanded"},
	{KeyChanged, Ordinary, "is sent with its key in another way"},
	{SentChanged, Ordinary, "sends something else"},
	{VarChanged, Ordinary, "has another value"},
	{FailureChanged, Ordinary, "fails in another way"},
	{AnswerChanged, Ordinary, "answers something else"},
	{FieldRead, Ordinary, "is newly read"},
	{FieldUnread, Ordinary, "is read no longer"},
	{WarningAccepted, Ordinary, "accepts a warning"},
	{AcceptedNoLonger, Ordinary, "no longer accepts a warning"},
}

// place returns the index of the kind in kinds.
func (k Kind) place() int { return slices.IndexFunc(kinds, func(r row) bool { return r.kind == k }) }

// Severity returns the severity of changes of the kind.
func (k Kind) Severity() Severity { return kinds[k.place()].severity }

// rank orders the kinds of security; all others have the same rank, behind them.
func (k Kind) rank() int {
	if k.Severity() == Ordinary {
		return len(kinds)
	}
	return k.place()
}

// words returns the predicate of a sentence about the place of a change.
func (k Kind) words() string { return kinds[k.place()].words }
