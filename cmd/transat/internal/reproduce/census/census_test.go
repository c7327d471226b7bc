package census

import (
	"strings"
	"testing"

	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestProvenStepsAndFlows(t *testing.T) {
	r := reproducetest.Found(t, stepsItem())
	for section, words := range map[string]string{
		"Diekmann and others (OPT)":          "as many steps",
		"Diekmann and others; Hu and others": "diffusion",
		"Hosseini and others":                "converges",
		"Hosseini and others; Cybenko":       "one step",
		"Ghosh, Muthukrishnan":               "shrinks",
		"the price of edge colours":          "more than",
	} {
		reproducetest.WantClaim(t, r, section, words, reproduce.Holds)
	}
}

func TestOnePhaseFromAboveEvensOut(t *testing.T) {
	r := reproducetest.Found(t, halvesItem())
	reproducetest.WantClaim(t, r, "Horton", "exactly", reproduce.Holds)
	reproducetest.WantClaim(t, r, "Horton", "nearly", reproduce.Holds)
	reproducetest.WantClaim(t, r, "Horton, diffusion", "long waves", reproduce.Holds)
	reproducetest.WantClaim(t, r, "the price of not waiting", "more phases", reproduce.Holds)
}

func TestWhatPapersSayOfEachOther(t *testing.T) {
	r := reproducetest.Found(t, searchesItem())
	reproducetest.WantClaim(t, r, "Shu, Kalé, abstract", "outperforms", reproduce.Holds)
	reproducetest.WantClaim(t, r, "Saraswat and others", "fewer messages", reproduce.Holds)
	reproducetest.WantClaim(t, r, "Lüling, Monien", "no load", reproduce.Holds)
	reproducetest.WantClaim(t, r, "Stankovic, Sidhu", "better than no balancing", reproduce.Holds)
	reproducetest.WantClaim(t, r, "Ni and others", "outperforms", reproduce.Holds)
	reproducetest.WantClaim(t, r, "Menon, Kalé", "gain little", reproduce.Holds)
	for _, c := range r.Claims {
		if judged := strings.Contains(c.Note, " messages a processor"); judged !=
			(c.Section == "Saraswat and others" || c.Section == "Ni and others, messages") {
			t.Errorf("%s: a note of %q", c.Section, c.Note)
		}
	}
}
