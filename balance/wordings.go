package balance

// What messages say, for people who watch a run. A policy's messages are numbers; here are the words for them, beside
// each other, so that they are told alike.

// Wordings are the words for the messages of a policy. The zero value has none.
type Wordings struct {
	// Kinds has the words for each kind of message; the last ones hold for all further kinds.
	Kinds []Wording
	// Quiet is what the policy does when none of its messages is under way.
	Quiet string
}

// Wording is a kind of message in words. {peer} is the other processor, {A}, {B} and {Round} are the fields of the
// [Message], and {phase}, in Doing, is the number of the balancing phase.
type Wording struct {
	Sent  string // as the sender tells it: "asked {peer} for work"
	Heard string // as the receiver tells it: "was asked by {peer} for work"
	Doing string // what the policy does while such messages are under way; "" if that is nothing of note
}

// IncumbentWording has the words for the machine's own messages of the kind [IncumbentKind].
func IncumbentWording() Wording {
	return Wording{"told {peer} a better value, {A}", "heard from {peer} a better value, {A}", "a better value spreads"}
}

func plbWordings() Wordings {
	return Wordings{
		Kinds: []Wording{
			plbSum: {
				"told {peer} the load below it, {A}, and how many are out of work, {B}",
				"heard from {peer}: load {A} below it, {B} out of work", "precomputation: loads are added up towards the middle",
			},
			plbQuiet: {
				"told {peer}: no phase, the mean load is {A}",
				"heard from {peer}: no phase, the mean load is {A}", "the middle has found that no processor is out of work: nothing moves",
			},
			plbVain: {
				"told {peer}: all lists are empty", "heard from {peer}: all lists are empty",
				"the middle has found that there is nothing to share",
			},
			plbPhase: {
				"told {peer} to balance: the mean load is {A}", "heard from {peer}: balance, the mean load is {A}",
				"balancing phase {phase}: the mean load is told, and every link learns its flow",
			},
			plbEnd: {
				"told {peer}: nothing more comes over this link", "heard from {peer}: nothing more comes over this link",
				"balancing phase {phase}: links pay what they owe, element by element",
			},
			plbLineSum: {
				"told {peer} the load of its part of the line, {A}", "heard from {peer}: load {A} in its part of the line",
				"balancing phase {phase}: the next dimension is added up, line by line",
			},
			plbLineMean: {
				"told {peer}: the mean of the line is {A}", "heard from {peer}: the mean of the line is {A}",
				"balancing phase {phase}: every line of the next dimension learns its mean",
			},
		},
		Quiet: "between two precomputations, processors keep what they have",
	}
}

func thiefWordings() Wordings {
	return Wordings{
		Kinds: []Wording{
			stealRequest: {"asked {peer} for work", "was asked by {peer} for work", "processors without work ask others for some"},
			stealNothing: {
				"told {peer}: I have nothing to give", "heard from {peer}: nothing to give",
				"many ask those who have nothing themselves",
			},
			stealTurn: {
				"asked {peer} whose turn it is to be asked", "was asked by {peer} whose turn it is",
				"processors without work ask processor 0 whose turn it is",
			},
			stealNext: {"told {peer}: ask {A}", "heard from {peer}: ask {A}", "processor 0 says whose turn it is to be asked"},
		},
		Quiet: "no requests: processors keep their work",
	}
}

func ladeWordings() Wordings {
	return Wordings{
		Kinds: []Wording{{
			"told {peer} its load, {A}", "heard from {peer}: load {A}",
			"processors tell their neighbours that their load has changed",
		}},
		Quiet: "every so often, a processor evens out with the neighbour that has least",
	}
}

// engagedWordings are those of the policies in which processors agree to take part in an action; see engage.go.
func engagedWordings() Wordings {
	return Wordings{
		Kinds: []Wording{
			engageLoad: {"told {peer} its load, {A}", "heard from {peer}: load {A}", "processors tell those nearby that their load has changed"},
			engageFree: {
				"told {peer}: I am free again, load {A}", "heard from {peer}: free again, load {A}",
				"processors tell those they refused that they are free",
			},
			engageAsk: {
				"asked {peer} to take part in an action", "was asked by {peer} to take part in an action",
				"processors ask others to even out with them",
			},
			engageGrant: {"told {peer}: yes, my load is {A}", "heard from {peer}: yes, load {A}", "processors that were asked agree to even out"},
			engageRefuse: {
				"refused {peer}: busy with another action", "was refused by {peer}, which is busy with another action",
				"many are refused, because those they ask take part in another action",
			},
			engageNothing: {"told {peer}: nothing comes after all", "heard from {peer}: nothing comes after all", "actions end without a move"},
			engageOrder: {
				"ordered {peer} to send load {A} to {B}", "was ordered by {peer} to send load {A} to {B}",
				"masters say who sends how much to whom",
			},
			engageRelease: {
				"told {peer}: that was all, {A} send you something",
				"heard from {peer}: that was all, {A} send something", "masters end their actions",
			},
			engageBring: {"told {peer}: load {A} follows", "heard from {peer}: load {A} follows", "what was agreed on is sent"},
			engagePass: {
				"told {peer}: load {A} is passed on to you", "heard from {peer}: load {A} is passed on",
				"elements are passed on to where there is less",
			},
		},
		Quiet: "loads are close enough: no action is under way",
	}
}

// liquidWordings are those of the Liquid model, which under some conditions has no messages.
func liquidWordings(c LiquidCondition) Wordings {
	if c == LiquidC0 || c == LiquidC1 {
		return stepWordings("whoever has enough passes an element on to its successor")
	}
	return stepWordings("an element is passed on to the successor wherever the condition holds")
}

// stepWordings are those of a policy that works in steps, in which processors tell their loads and then do something.
func stepWordings(then string) Wordings {
	return Wordings{
		Kinds: []Wording{{
			"told {peer} its load, {A} (round {Round})", "heard from {peer}: load {A} (round {Round})",
			"a step: loads are told, and then " + then,
		}},
		Quiet: "nothing moves until the next step, in which " + then,
	}
}
