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
			engageLoad: {
				"told {peer} its load, {A}", "heard from {peer}: load {A}",
				"processors tell those nearby that their load has changed",
			},
			engageFree: {
				"told {peer}: I am free again, load {A}", "heard from {peer}: free again, load {A}",
				"processors tell those they refused that they are free",
			},
			engageAsk: {
				"asked {peer} to take part in an action", "was asked by {peer} to take part in an action",
				"processors ask others to even out with them",
			},
			engageGrant: {
				"told {peer}: yes, my load is {A}", "heard from {peer}: yes, load {A}",
				"processors that were asked agree to even out",
			},
			engageRefuse: {
				"refused {peer}: busy with another action", "was refused by {peer}, which is busy with another action",
				"many are refused, because those they ask take part in another action",
			},
			engageNothing: {
				"told {peer}: nothing comes after all", "heard from {peer}: nothing comes after all",
				"actions end without a move",
			},
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

// loadWordings are those of a policy whose messages tell a load, and nothing else.
func loadWordings(then string) Wordings {
	return Wordings{
		Kinds: []Wording{{
			"told {peer} its load, {A}", "heard from {peer}: load {A}", "processors tell their neighbours that their load has changed",
		}},
		Quiet: then,
	}
}

func lifelineWordings() Wordings {
	return Wordings{
		Kinds: []Wording{
			lifelineRequest: {
				"asked {peer} for work", "was asked by {peer} for work",
				"processors without work try a few others at random",
			},
			lifelineNothing: {
				"told {peer}: I have nothing to give", "heard from {peer}: nothing to give",
				"requests are in vain",
			},
			lifelineWait: {
				"asked {peer} to remember that it waits", "was asked by {peer} to remember that it waits",
				"processors without work fall back on their lifelines",
			},
		},
		Quiet: "who waits is remembered: nothing is asked",
	}
}

func clusterStealWordings() Wordings {
	return Wordings{
		Kinds: []Wording{
			clusterNear: {
				"asked {peer} in its cluster for work", "was asked by {peer} in its cluster for work",
				"processors ask in their clusters",
			},
			clusterFar: {
				"asked {peer} far away for work", "was asked by {peer} far away for work",
				"requests to other clusters are under way",
			},
			clusterNearNothing: {
				"told {peer}: nothing to give", "heard from {peer}: nothing to give",
				"processors ask in their clusters in vain",
			},
			clusterFarNothing: {
				"told {peer} far away: nothing to give", "heard from {peer} far away: nothing to give",
				"requests to other clusters were in vain",
			},
		},
		Quiet: "no requests: processors keep their work",
	}
}

func gradientWordings() Wordings {
	return Wordings{
		Kinds: []Wording{{
			"told {peer}: the nearest light processor is {A} links away", "heard from {peer}: light is {A} links away",
			"proximities spread from light processors",
		}},
		Quiet: "heavy processors send elements down the slope",
	}
}

func ridWordings() Wordings {
	return Wordings{
		Kinds: []Wording{
			ridLoad: {
				"told {peer} its load, {A}", "heard from {peer}: load {A}",
				"processors tell that their load has changed by a factor",
			},
			ridAsk: {
				"asked {peer} for load {A}", "was asked by {peer} for load {A}",
				"processors that run low ask neighbours above the mean",
			},
			ridNothing: {
				"told {peer}: nothing to give, load {A}", "heard from {peer}: nothing to give, load {A}",
				"requests are in vain",
			},
		},
		Quiet: "no processor is low",
	}
}

func hierarchyWordings() Wordings {
	return Wordings{
		Kinds: []Wording{
			hierarchyLoad: {
				"told {peer} of a group of level {Round}: load {A}", "heard from {peer}: level {Round}, load {A}",
				"loads are added up",
			},
			hierarchyOrder: {
				"ordered {peer}: each sends {A} to the one {B} ranks on", "was ordered by {peer}: send {A}, {B} ranks on",
				"two halves even out",
			},
			hierarchyPart: {
				"ordered {peer}: each sends the share {A} to the one {B} ranks on", "was ordered by {peer}: send the share {A}, {B} ranks on",
				"two halves even out",
			},
			hierarchyGo: {
				"told {peer}: even out your group of level {Round}", "heard from {peer}: even out level {Round}",
				"halves even out within",
			},
		},
		Quiet: "the halves are close enough",
	}
}

func thresholdWordings() Wordings {
	return Wordings{
		Kinds: []Wording{
			thresholdProbe: {"probed {peer}", "was probed by {peer}", "processors above the mark look for one below it"},
			thresholdLoad:  {"told {peer} its load, {A}", "heard from {peer}: load {A}", "probes are answered"},
			thresholdWant: {
				"asked {peer} for an element", "was asked by {peer} for an element",
				"processors below the mark look for one above it",
			},
			thresholdNone: {"told {peer}: I am not above the mark", "heard from {peer}: not above the mark", "probes are in vain"},
		},
		Quiet: "loads are at the mark",
	}
}

func flowWordings() Wordings {
	return Wordings{
		Kinds: []Wording{
			flowAsk:  {"asked {peer} for its load", "was asked by {peer} for its load", "processor 0 asks for all loads"},
			flowLoad: {"told {peer} its load, {A}", "heard from {peer}: load {A}", "all loads go to processor 0"},
			flowTell: {"told {peer}: your potential is {A}", "heard from {peer}: potential {A}", "processor 0 tells the potentials"},
			flowNext: {
				"told {peer}: my potential is {A}", "heard from {peer}: potential {A}",
				"load flows from high potentials to low ones",
			},
		},
		Quiet: "nothing flows until the next phase",
	}
}

func draftingWordings() Wordings {
	return Wordings{
		Kinds: []Wording{
			draftState: {
				"told {peer} its state, {A}", "heard from {peer}: state {A}",
				"processors tell that they have become heavy, or no longer are",
			},
			draftRequest: {
				"asked {peer} for its draft age", "was asked by {peer} for its draft age",
				"light processors ask the heavy ones",
			},
			draftAge:     {"told {peer}: draft age {A}", "heard from {peer}: draft age {A}", "heavy processors answer"},
			draftSelect:  {"drafted {peer}", "was drafted by {peer}", "the heaviest are drafted"},
			draftTooLate: {"told {peer}: too late", "heard from {peer}: too late", "drafts come too late"},
		},
		Quiet: "no processor is light beside a heavy one",
	}
}

func biddingWordings() Wordings {
	return Wordings{
		Kinds: []Wording{
			bidRequest: {"asked {peer} for a bid", "was asked by {peer} for a bid", "overloaded processors ask for bids"},
			bidOffer:   {"bid {A} to {peer}", "got a bid of {A} from {peer}", "bids are given"},
		},
		Quiet: "no processor asks for bids",
	}
}

func gossipWordings() Wordings {
	return Wordings{
		Kinds: []Wording{
			gossipSum:  {"told {peer} the load of its group, {A}", "heard from {peer}: group load {A}", "loads are added up"},
			gossipMean: {"told {peer}: the mean is {A}", "heard from {peer}: the mean is {A}", "the mean is told"},
			gossipTell: {"told {peer}: {B} has load {A}", "heard from {peer}: {B} has load {A}", "rumours of who has little spread"},
			gossipAsk: {
				"asked {peer} for the load of its group", "was asked by {peer} for the load of its group",
				"loads are asked for",
			},
		},
		Quiet: "who has much sends to those it has heard of",
	}
}
