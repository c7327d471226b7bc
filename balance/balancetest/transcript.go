package balancetest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"transat/balance"
	"transat/balance/topology"
)

// Transcript executes a text of commands, one a line, and returns it with the effects of each
// command written below it, indented by two spaces. Effects already in the text are replaced;
// comments, which begin with #, and empty lines stay.
//
//	kinds NAME[:A[,B]]…         names the kinds of messages from 0 on, and their fields A and B
//	policy NAME KIND SIDES      begins a new scene: a policy on a topology, with empty lists
//	list RANK LOADS             sets the waiting elements, the oldest first; 9*1 is nine of load 1
//	working RANK LOAD           sets the element in work, 0 for none
//	start [RANK]                starts a policy, or all
//	idle RANK                   tells a policy that it is out of elements
//	wake [RANK]                 wakes a policy, or all, at the earliest time asked for
//	wait SECONDS                moves the clock, and no more
//	receive RANK FROM MESSAGE   hands over a message, written as in the effects
//	arrive RANK FROM LOADS      hands over elements
//	deliver [N]                 delivers what was sent, and what is sent because of it; or N parcels
//	loads                       shows the load of all processors
//
// The error names the line and its mistake.
func Transcript(text string) (string, error) {
	t := transcript{}
	var out strings.Builder
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, " \r\n")
		if strings.HasPrefix(line, "  ") {
			continue
		}
		out.WriteString(line + "\n")
		command, _, _ := strings.Cut(line, "#")
		words := strings.Fields(command)
		if len(words) == 0 {
			continue
		}
		if err := t.execute(words[0], words[1:]); err != nil {
			return "", fmt.Errorf("line %d: %s: %w", number, words[0], err)
		}
		if t.script != nil {
			for _, effect := range t.script.Effects() {
				out.WriteString("  " + effect + "\n")
			}
		}
	}
	return out.String(), nil
}

// transcript is a text under way.
type transcript struct {
	kinds  []kind
	script *Script
}

const maxDeliveries = 10000 // by one command: more means that the policy never falls silent

func (t *transcript) execute(command string, args []string) error {
	switch command {
	case "kinds":
		return t.name(args)
	case "policy":
		return t.begin(args)
	}
	if t.script == nil {
		return errors.New("the text must begin with a policy")
	}
	switch command {
	case "start":
		return t.start(args)
	case "wake":
		return t.wake(args)
	case "wait":
		return t.wait(args)
	case "deliver":
		return t.deliver(args)
	case "loads":
		t.show()
		return nil
	}
	rank, args, err := t.rank(args)
	if err != nil {
		return err
	}
	switch command {
	case "idle":
		t.script.Idle(rank)
		return nil
	case "list", "working":
		return t.set(command, rank, args)
	case "receive", "arrive":
		return t.handOver(command, rank, args)
	}
	return errors.New("unknown command")
}

func (t *transcript) name(args []string) error {
	t.kinds = nil
	for _, arg := range args {
		name, fields, _ := strings.Cut(arg, ":")
		a, b, _ := strings.Cut(fields, ",")
		t.kinds = append(t.kinds, kind{name, a, b})
	}
	return nil
}

func (t *transcript) begin(args []string) error {
	if len(args) != 3 {
		return errors.New("want a policy, a kind of topology and its sides")
	}
	chosen, err := balance.Choose(args[0])
	if err != nil {
		return err
	}
	sides, err := topology.ParseSides(args[2])
	if err != nil {
		return err
	}
	g, err := topology.New(args[1], sides...)
	if err != nil {
		return err
	}
	if t.script, err = NewScript(chosen, g, 1); err != nil {
		return err
	}
	t.script.kinds = t.kinds
	return nil
}

func (t *transcript) start(args []string) error {
	if len(args) == 0 {
		t.script.StartAll()
		return nil
	}
	rank, _, err := t.rank(args)
	if err == nil {
		t.script.Start(rank)
	}
	return err
}

func (t *transcript) wake(args []string) error {
	if len(args) == 0 {
		t.script.WakeAll()
		return nil
	}
	rank, _, err := t.rank(args)
	if err == nil && !t.script.Wake(rank) {
		return fmt.Errorf("processor %d has not asked for it", rank)
	}
	return err
}

func (t *transcript) wait(args []string) error {
	numbers, err := parseLoads(args)
	if err != nil || len(numbers) != 1 {
		return errors.Join(err, errors.New("want a number of seconds"))
	}
	t.script.Wait(balance.Ticks(numbers[0] * float64(balance.Second)))
	return nil
}

func (t *transcript) deliver(args []string) error {
	if len(args) == 0 {
		if left := t.script.Deliver(maxDeliveries); left > 0 {
			return fmt.Errorf("after %d parcels, %d are still under way", maxDeliveries, left)
		}
		return nil
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 || n > len(t.script.mail) {
		return fmt.Errorf("%s: want a number from 1 to %d, of parcels under way", args[0], len(t.script.mail))
	}
	t.script.Deliver(n)
	return nil
}

func (t *transcript) show() {
	loads := make([]string, len(t.script.procs))
	for rank := range loads {
		loads[rank] = formatNumber(t.script.Load(rank))
	}
	t.script.effects = append(t.script.effects, strings.Join(loads, " "))
}

func (t *transcript) set(command string, rank int, args []string) error {
	loads, err := parseLoads(args)
	switch {
	case err != nil:
		return err
	case command == "list":
		t.script.SetList(rank, loads...)
	case len(loads) != 1:
		return errors.New("want one load")
	default:
		t.script.SetWorking(rank, loads[0])
	}
	return nil
}

func (t *transcript) handOver(command string, rank int, args []string) error {
	from, args, err := t.rank(args)
	if err != nil {
		return err
	}
	if command == "arrive" {
		tag := uint64(0)
		if n := len(args); n > 0 {
			if text, ok := strings.CutPrefix(args[n-1], "tag="); ok {
				if tag, err = strconv.ParseUint(text, 10, 8); err != nil {
					return fmt.Errorf("%s: want a tag from 0 to 255", args[n-1])
				}
				args = args[:n-1]
			}
		}
		loads, err := parseLoads(args)
		if err == nil {
			t.script.ArriveTagged(rank, from, uint8(tag), loads...)
		}
		return err
	}
	m, err := t.message(args)
	if err == nil {
		t.script.Receive(rank, from, m)
	}
	return err
}

// message reads what Script.format has written.
func (t *transcript) message(args []string) (balance.Message, error) {
	if len(args) == 0 {
		return balance.Message{}, errors.New("want a message")
	}
	i := slices.IndexFunc(t.kinds, func(k kind) bool { return k.name == args[0] })
	if i < 0 {
		return balance.Message{}, fmt.Errorf("unknown kind of message %q", args[0])
	}
	m := balance.Message{Kind: uint8(i)}
	for _, arg := range args[1:] {
		field, value, _ := strings.Cut(arg, "=")
		x, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return m, fmt.Errorf("%s: want field=number", arg)
		}
		switch field {
		case "round":
			m.Round = uint32(x)
		case t.kinds[i].a:
			m.A = x
		case t.kinds[i].b:
			m.B = x
		default:
			return m, fmt.Errorf("%s: a %s has no such field", arg, args[0])
		}
	}
	return m, nil
}

// rank reads the rank of a processor and returns the other arguments.
func (t *transcript) rank(args []string) (rank int, rest []string, err error) {
	if len(args) == 0 {
		return 0, nil, errors.New("want a rank")
	}
	rank, err = strconv.Atoi(args[0])
	if n := len(t.script.procs); err != nil || rank < 0 || rank >= n {
		return 0, nil, fmt.Errorf("%s: want a rank from 0 to %d", args[0], n-1)
	}
	return rank, args[1:], nil
}

// parseLoads reads what formatLoads has written.
func parseLoads(words []string) ([]float64, error) {
	var loads []float64
	for _, word := range words {
		times, load, ok := strings.Cut(word, "*")
		if !ok {
			times, load = "1", word
		}
		n, err := strconv.ParseUint(times, 10, 16)
		x, err2 := strconv.ParseFloat(load, 64)
		if err := errors.Join(err, err2); err != nil {
			return nil, fmt.Errorf("%s: want a load, or times*load", word)
		}
		loads = append(loads, slices.Repeat([]float64{x}, int(n))...)
	}
	return loads, nil
}
