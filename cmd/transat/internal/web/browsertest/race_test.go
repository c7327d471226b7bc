//go:build !js && !wasip1

package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/cmd/transat/command"
)

// test is the selector of an element that tests know.
func test(name string) string { return fmt.Sprintf(`[data-test="%s"]`, name) }

// ready waits until a race has been run, and returns its rows as the page holds them for its JSON.
func ready(page *tab) []map[string]any {
	page.Helper()
	page.until("document.querySelector('.page[data-rows]') || document.querySelector('.error')?.checkVisibility()")
	if !js[bool](page, "Boolean(document.querySelector('.page[data-rows]'))") {
		page.Fatalf("the page says %s", js[string](page, "document.querySelector('.error').innerText"))
	}
	return rows(page, js[string](page, "document.querySelector('.page').dataset.rows"))
}

func rows(t testing.TB, text string) []map[string]any {
	t.Helper()
	var all []map[string]any
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return all
}

// race opens another race in the same tab, and returns its rows.
func race(page *tab, fields url.Values) []map[string]any {
	page.Helper()
	js[bool](
		page,
		fmt.Sprintf(
			"(() => { delete document.querySelector('.page').dataset.rows; location.hash = %q; return true })()", "race?"+fields.Encode()))
	return ready(page)
}

// transat returns what the command prints.
func transat(t testing.TB, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := command.Main(args, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("transat %v: exit code %d, %s", args, code, errs.String())
	}
	return out.String()
}

// The simulator in the browser is that of the command, so all numbers are the same to the last digit.
func TestNumbersAreThoseOfTheCommand(t *testing.T) {
	if testing.Short() {
		t.Skip("six races, which the command runs as well")
	}
	t.Setenv("TRANSAT_CACHE", "off")
	page := open(t, "#race?tree=php-5-4&grid=2x2&policy=steal")
	ready(page)
	for _, topology := range []string{"mesh", "torus", "hypercube"} {
		for _, policies := range []string{"plb,lade,steal,liquid-c5", "dn,random-polling,diffusion"} {
			got := race(page, url.Values{"tree": {"100-430-3/2"}, "grid": {"4x4"}, "topology": {topology}, "seed": {"7"}, "policy": {policies}})
			want := rows(
				t, transat(t, "compare", "100-430-3/2", "--grid=4x4", "--topology="+topology, "--seed=7", "--policy="+policies, "--format=json"))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s on a %s (-command +page):\n%s", policies, topology, diff)
			}
		}
	}
}

// clock is an expression for the simulated time that the player shows, in nanoseconds; it is NaN before the first frame.
const clock = "Number(document.querySelector('[data-t]')?.dataset.t)"

// untilClock waits until that compares to ns in some way.
func (p *tab) untilClock(how string, ns float64) {
	p.Helper()
	p.until(fmt.Sprintf("Math.round(%s) %s %.0f", clock, how, ns))
}

// pause makes the player stand still by doing something in the moment in which it plays, and begins again if it has come to its end.
func (p *tab) pause(how string) {
	p.Helper()
	p.until(fmt.Sprintf(`(() => {
		if (document.querySelector(%q)) { %s; return true; }
		document.querySelector(%q)?.click();
		return false;
	})()`, test("pause"), how, test("play")))
	p.until(visible(test("play")))
}

func TestChooseRunPauseSeek(t *testing.T) {
	page := open(t, "#race?tree=php-5-4&grid=2x2&policy=steal")
	ready(page)
	page.click(test("change"))
	page.set(test("tree"), "100-430-3/2")
	page.set(test("grid"), "4x4")
	families := js[string](page, fmt.Sprintf("[...document.querySelectorAll(%q)].map(g => g.label).join('|')", test("policy-0")+" optgroup"))
	if want := strings.Join(balance.Families(), "|"); families != want {
		t.Errorf("families: %s, want %s", families, want)
	}
	page.set(test("policy-0"), "lade")
	page.click(test("add-policy"))
	page.set(test("policy-1"), "steal")
	js[bool](page, "delete document.querySelector('.page').dataset.rows")
	page.click(test("run"))
	got := ready(page)
	if len(got) != 2 || got[0]["policy"] != "lade" || got[1]["policy"] != "steal" || got[0]["grid"] != "4x4" {
		t.Fatalf("the race was %v", got)
	}
	page.see(test("command"), "transat compare 100-430-3/2 --grid=4x4 --policy=lade,steal")
	page.until("location.hash.includes('100-430-3')")
	page.until("!document.querySelector('.choices').open") // the form has made room
	if line := page.text(test("change")); !strings.Contains(line, "lade, steal on 100-430-3/2 · 4x4 processors") {
		t.Errorf("the form's line says %q", line)
	}

	page.untilClock(">", 0) // it plays by itself
	page.pause(fmt.Sprintf("document.querySelector(%q).click()", test("pause")))
	longest := 1e9 * max(got[0]["time_s"].(float64), got[1]["time_s"].(float64))
	page.click(test("end"))
	page.untilClock("==", longest)
	for _, r := range got {
		page.see(test("table")+" tr", fmt.Sprintf("%.1f", 100*r["efficiency"].(float64)))
	}
	page.click(test("back"))
	page.untilClock("<", longest)
	before := js[float64](page, clock)
	page.click(test("step"))
	page.untilClock(">", before)
	js[bool](page, fmt.Sprintf(`(() => {
		const seek = document.querySelector('%s');
		seek.value = seek.max / 4;
		seek.dispatchEvent(new Event('input', {bubbles: true}));
		return true;
	})()`, test("seek")))
	page.untilClock("<", longest/2)
	page.untilClock(">", longest/8)
	page.click(test("begin"))
	page.untilClock("==", 0)
	page.click(test("play"))
	page.untilClock(">", 0)
}

func TestEditAScriptAndFollowItsLink(t *testing.T) {
	page := open(t, "#race?tree=php-5-4&grid=2x2&policy=steal")
	ready(page)
	page.click(test("edit"))
	script := js[string](page, fmt.Sprintf("document.querySelector('%s').value", test("script")))
	if !strings.Contains(script, "def ") {
		t.Fatalf("the script is %q", script)
	}
	if tools := page.text(".code .toolbar"); tools != "Race it\nCheck\nA policy of yours. It lives in this page and in its link." {
		t.Errorf("above the script stands %q", tools)
	}

	page.set(test("script"), script+"\n\nmistake = nowhere\n")
	page.click(test("race-script"))
	line := strings.Count(script, "\n") + 3
	page.see(test("problems"), fmt.Sprintf("my-steal.star:%d:", line))
	page.click(test("check"))
	page.see(test("verdict"), "undefined: nowhere")

	page.set(test("script"), script+"\n\n# mine\n")
	js[bool](page, "delete document.querySelector('.page').dataset.rows")
	page.click(test("race-script"))
	got := ready(page)
	if len(got) != 2 || got[1]["policy"] != "./my-steal.star" && got[1]["policy"] != "my-steal.star" {
		t.Fatalf("the race was %v", got)
	}
	page.until("location.hash.includes('my-steal')")
	link := js[string](page, "location.hash")
	if strings.Contains(link, "mistake") || strings.Contains(link, "def%20") {
		t.Errorf("the script stands in the link as it is: %s", link)
	}

	other := open(t, link)
	if diff := cmp.Diff(got, ready(other)); diff != "" {
		t.Errorf("the link leads to another race (-here +there):\n%s", diff)
	}
	other.click(test("script-1"))
	if there := js[string](other, fmt.Sprintf("document.querySelector('%s').value", test("script"))); !strings.Contains(there, "# mine") {
		t.Errorf("the script of the link is %q", there)
	}
}

// A script that was cleared is still a policy of the race, and its editor is there to write another.
func TestClearedScriptStays(t *testing.T) {
	page := open(t, "#race?tree=php-5-4&grid=2x2&policy=plb")
	ready(page)
	page.see(".rulebook .toolbar", "The rule on a line only")
	page.click(test("edit"))
	page.set(test("script"), "")
	page.see(test("verdict"), "is empty")
	page.click(test("race-script"))
	page.see(test("table"), "my-plb.star")
	if !js[bool](page, fmt.Sprintf("document.querySelector('%s').checkVisibility()", test("script"))) {
		t.Error("the editor is gone")
	}
}

// The keys work where nothing has the focus, and not while something is typed; the clock shows every step.
func TestKeysWorkAnywhere(t *testing.T) {
	page := open(t, "#race?tree=100-430-3/2&grid=4x4&policy=steal,lade,plb,none,liquid-c5")
	ready(page)
	page.see(test("problems"), "without liquid-c5")
	pressing := func(target, key string) string {
		return fmt.Sprintf("%s.dispatchEvent(new KeyboardEvent('keydown', {key: %q, bubbles: true, cancelable: true}))", target, key)
	}
	press := func(target, key string) { js[bool](page, pressing(target, key)) }
	page.pause(pressing("document.body", " "))
	press(fmt.Sprintf("document.querySelector('%s')", test("tree")), " ")
	press(fmt.Sprintf("document.querySelector('%s')", test("run")), " ")
	page.until("document.querySelector('" + test("play") + "')")
	before := js[string](page, fmt.Sprintf("document.querySelector('%s').textContent", test("clock")))
	for range 3 {
		press("document.body", ".")
		page.until(fmt.Sprintf("document.querySelector('%s').textContent !== %q", test("clock"), before))
		before = js[string](page, fmt.Sprintf("document.querySelector('%s').textContent", test("clock")))
	}
	steps := js[float64](page, clock)
	press("document.body", "End")
	page.untilClock(">", steps)
}

func TestCancel(t *testing.T) {
	page := open(t, "#race?tree=php-5-4&grid=2x2&policy=steal")
	ready(page)
	page.click(test("change"))
	page.set(test("tree"), "350-1505-3/03") // minutes
	page.click(test("run"))
	page.click(test("cancel"))
	page.see(test("problems"), "Cancelled")
	page.set(test("tree"), "php-5-4")
	js[bool](page, "delete document.querySelector('.page').dataset.rows")
	page.click(test("run"))
	ready(page)
}

func TestWhatCannotBeRunIsSaid(t *testing.T) {
	page := open(t, "#race?tree=php-5-4&grid=2x2&policy=steel")
	page.see(test("problems"), `unknown policy "steel"`)
	page.set(test("policy-0"), "steal")
	page.set(test("grid"), "0x2")
	page.click(test("run"))
	page.see(test("problems"), "0x2")
}

// A tree that the server keeps is loaded, and not recorded again.
func TestTreeOfTheServer(t *testing.T) {
	page := open(t, "#race?tree="+url.QueryEscape(recordedName)+"&grid=2x2&policy=steal")
	got := ready(page)
	t.Setenv("TRANSAT_CACHE", "off")
	want := rows(t, transat(t, "compare", recordedName, "--grid=2x2", "--policy=steal", "--format=json"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-command +page:\n%s", diff)
	}
	if !theBrowser(t).watch.has("/trees/" + recordedKey) {
		t.Error("the page has not asked for the tree")
	}
}

// The rulebook shows a rule; what its essay says of its paper is folded away.
func TestRuleIsShownAndItsSourceFolded(t *testing.T) {
	page := open(t, "#race?tree=php-5-4&grid=2x2&policy=plb")
	page.see(".essay", "Messages:")
	if js[bool](page, `document.querySelector(".essay").innerText.includes("Differs from the paper")`) {
		t.Error("notes on the paper stand beside the rule")
	}
	page.click(".essay summary")
	page.see(".essay details", "Source:")
	page.see(".essay details", "Differs from the paper")
}

// What colours mean can be changed: how many elements wait, or how much load, as the policy estimates it.
func TestColoursByElementsOrByLoad(t *testing.T) {
	page := open(t, "#race?tree=150-645-3/1&grid=4x4&policy=plb")
	page.until("document.querySelector('.player canvas')")
	at := func() string {
		return js[string](page, `(() => {
			const { player } = document.querySelector(".player");
			player.pause();
			player.seek(player.end / 2);
			player.draw();
			const { stage } = player.shown[0], own = stage.loads ? stage.state.load : stage.state.waiting;
			const order = [...own.keys()].filter((r) => stage.state.busy[r]).sort((a, b) => own[a] - own[b]);
			const steps = order.map((r) => stage.colours.load.indexOf(stage.pixels[stage.cellOf[r]]));
			return (steps.every((s, i) => s >= 0 && (i === 0 || s >= steps[i - 1])) ? "in order " : "out of order ") + steps.join();
		})()`)
	}
	elements := at()
	page.set(`[data-test="colour"]`, "load")
	page.see(".legend", "the most")
	load := at()
	if !strings.HasPrefix(elements, "in order") || !strings.HasPrefix(load, "in order") || elements == load {
		t.Errorf("by elements: %s; by load: %s", elements, load)
	}
	page.set(`[data-test="colour"]`, "waiting")
	if again := at(); again != elements {
		t.Errorf("by elements again: %s, was %s", again, elements)
	}
}

// What is a race of its own kind is told: one that ends with a solution, and one that takes a browser long.
func TestUnusualRacesAreExplained(t *testing.T) {
	page := open(t, "#race?tree=30-120-3/1&grid=2x2&policy=steal")
	if row := ready(page)[0]; row["verdict"] == "unsatisfiable" {
		t.Fatalf("want a satisfiable formula: %v", row)
	}
	page.see(test("found"), "A solution ends this search")
	large := open(t, "#race?tree=php-5-4&grid=96x96&policy=none")
	large.see(".notice", "9,216 processors")
}

// The script of plb is for a line. A copy of it races the original on one network if that is asked for.
func TestCopyRacesOnOneNetwork(t *testing.T) {
	page := open(t, "#race?tree=php-5-4&grid=2x2&policy=plb")
	ready(page)
	page.click(test("edit"))
	page.see(test("together"), "This script is for a line")
	js[bool](page, "delete document.querySelector('.page').dataset.rows")
	page.click(test("same-network"))
	got := ready(page)
	if len(got) != 2 || got[0]["topology"] != "line" || got[1]["topology"] != "line" || got[0]["time_s"] != got[1]["time_s"] {
		t.Errorf("the race was %v, want both on a line, and equal", got)
	}
	page.until("!" + visible(test("together")))
}

// What a race of a script came to stands at the script, and a script that gives nothing away is told so.
func TestResultStandsAtTheScript(t *testing.T) {
	page := open(t, "#race?tree=php-5-4&grid=2x2&policy=steal")
	row := ready(page)[0]
	page.click(test("edit"))
	page.click(test("race-script"))
	took := fmt.Sprintf("%.2f s", row["time_s"])
	page.see(test("raced"), "my-steal "+took)
	page.see(test("raced"), " steal "+took)
	page.until("!" + visible(test("silent")))
	page.set(test("script"), "# it does nothing\n")
	page.click(test("race-script"))
	page.see(test("silent"), "It has sent no work and no message")
	page.click(test("look"))
	page.until("document.querySelector('" + test("stage-0") + "').getBoundingClientRect().top >= 0")
}
