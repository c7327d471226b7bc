package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"transat/balance"
	"transat/balance/compare"
)

// Choice is one value of a flag that is chosen by name.
type Choice struct {
	Name, Title string
	params      []balance.Param // set as NAME:PARAMETER=VALUE
}

// CompleteChoices lets shells complete a flag that takes one of the choices, or several with commas between
// them, and the parameters of each. They are made when a shell asks. Files with the given suffix are offered too, unless it is "", with the
// parameters that paramsOf finds in them.
func CompleteChoices(
	cmd *cobra.Command, flag string, choices func() []Choice, suffix string, paramsOf func(file string) []balance.Param,
) {
	_, list := cmd.Flags().Lookup(flag).Value.(pflag.SliceValue)
	complete := func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		before := ""
		if list {
			before = word[:strings.LastIndex(word, ",")+1]
		}
		var all []string
		choices := choices()
		for _, c := range complete(choices, suffix, paramsOf, before, word[len(before):]) {
			all = append(all, before+c)
		}
		directive := cobra.ShellCompDirectiveNoFileComp
		if list || slices.ContainsFunc(choices, func(c Choice) bool { return len(c.params) > 0 }) {
			directive |= cobra.ShellCompDirectiveNoSpace // something may follow
		}
		return all, directive
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // the flag has a completion already
	}
}

// complete returns the completions of a word, with descriptions, except the names that are already given before it.
func complete(
	choices []Choice, suffix string, paramsOf func(file string) []balance.Param, before, word string,
) []cobra.Completion {
	if file, params, found := strings.Cut(word, suffix+":"); found && suffix != "" {
		return completeParams(file+suffix+":", paramsOf(file+suffix), params)
	}
	if name, params, found := strings.Cut(word, ":"); found {
		i := slices.IndexFunc(choices, func(c Choice) bool { return c.Name == name })
		if i < 0 {
			return nil
		}
		return completeParams(name+":", choices[i].params, params)
	}
	var all []cobra.Completion
	for _, c := range choices {
		if strings.HasPrefix(c.Name, word) && !slices.Contains(strings.Split(before, ","), c.Name) {
			all = append(all, cobra.CompletionWithDesc(c.Name, c.Title))
		}
	}
	if suffix != "" && strings.ContainsAny(word, "./~") {
		all = append(all, files(word, suffix)...)
	}
	return all
}

// completeParams returns the completions after a name: parameters that are not set yet.
func completeParams(name string, params []balance.Param, word string) []cobra.Completion {
	begun := word[strings.LastIndex(word, ":")+1:]
	set := word[:len(word)-len(begun)]
	var all []cobra.Completion
	for _, p := range params {
		if strings.HasPrefix(p.Name, begun) && !strings.Contains(":"+set, ":"+p.Name+"=") {
			all = append(all, cobra.CompletionWithDesc(name+set+p.Name+"=", p.Title))
		}
	}
	return all
}

// files returns the folders, and the files with a suffix, that begin with word.
func files(word, suffix string) []cobra.Completion {
	found, err := filepath.Glob(word + "*")
	if err != nil {
		return nil // the word holds a wildcard
	}
	// Glob removes a leading ./ from its results, and a shell drops results that do not begin with the word.
	folder := word[:strings.LastIndexFunc(word, func(r rune) bool { return r < utf8.RuneSelf && os.IsPathSeparator(uint8(r)) })+1]
	var all []cobra.Completion
	for _, name := range found {
		name = folder + filepath.Base(name)
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			all = append(all, cobra.CompletionWithDesc(name+string(filepath.Separator), "folder"))
		} else if strings.HasSuffix(name, suffix) {
			all = append(all, cobra.CompletionWithDesc(name, "script"))
		}
	}
	return all
}

// paramsOf returns the parameters of the policy in a file; none if it cannot be read.
func (a *App) paramsOf(file string) []balance.Param {
	chosen, err := a.Policies.Choose(file)
	if err != nil {
		return nil // a shell shows no errors; the command will
	}
	return chosen.Spec.Params
}

// CompletePolicies lets shells complete a flag that takes one of the policies given, several, or scripts.
func (a *App) CompletePolicies(cmd *cobra.Command, policies func() []Choice) {
	CompleteChoices(cmd, "policy", policies, PolicySuffix, a.paramsOf)
}

// CompletePolicyArgs lets shells complete the policies that a command takes as its arguments.
func (a *App) CompletePolicyArgs(cmd *cobra.Command) {
	cmd.ValidArgsFunction = func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		const more = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace // parameters may follow
		return complete(a.PolicyChoices(), PolicySuffix, a.paramsOf, "", word), more
	}
}

// PolicyChoices are the policies of the program.
func (a *App) PolicyChoices() []Choice { return PolicyChoices(a.Policies.Specs()) }

// PolicyChoices makes choices of policies.
func PolicyChoices(policies []balance.Spec) []Choice {
	var all []Choice
	for _, p := range policies {
		all = append(all, Choice{p.Name, p.Title, p.Params})
	}
	return all
}

// LoadChoices are the load estimates.
func LoadChoices() []Choice {
	var all []Choice
	for _, e := range balance.Estimates() {
		all = append(all, Choice{e.Name, e.Title, e.Params})
	}
	return all
}

// LoadOrOwnChoices are the load estimates, and each policy's own.
func LoadOrOwnChoices() []Choice {
	return append(LoadChoices(), Choice{Name: compare.OwnLoad, Title: "each policy's own"})
}

// EntryChoices are entries without parameters.
func EntryChoices(entries []Entry) []Choice {
	var all []Choice
	for _, e := range entries {
		all = append(all, Choice{Name: e.Name, Title: e.Title})
	}
	return all
}
