package cli

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// AddPolicies adds the flag --policy, which takes a list of policies. A comma ends an entry, but not within the path of a script that
// exists.
func AddPolicies(cmd *cobra.Command, to *[]string, defaults []string, usage string) {
	const name = "policy"
	cmd.Flags().StringSliceVar(to, name, defaults, usage)
	flag := cmd.Flags().Lookup(name)
	flag.Value = policyList{flag.Value, flag.Value.(pflag.SliceValue)}
}

// policyList is pflag's list of strings, put together again where it has taken a path apart.
type policyList struct {
	pflag.Value
	pflag.SliceValue
}

// Set implements pflag.Value.
func (l policyList) Set(text string) error {
	if err := l.Value.Set(text); err != nil {
		return err
	}
	return l.Replace(wholePaths(l.GetSlice()))
}

// wholePaths joins parts that are the path of a script if there are commas between them.
func wholePaths(parts []string) []string {
	var whole []string
	for i := 0; i < len(parts); {
		n := 1
		for m := len(parts) - i; m > 1; m-- {
			if isScript(strings.Join(parts[i:i+m], ",")) {
				n = m
				break
			}
		}
		whole = append(whole, strings.Join(parts[i:i+n], ","))
		i += n
	}
	return whole
}

// isScript reports whether there is a script of that name, behind which there may be parameters.
func isScript(name string) bool {
	end := strings.LastIndex(name, PolicySuffix)
	if end < 0 {
		return false
	}
	path, rest := name[:end+len(PolicySuffix)], name[end+len(PolicySuffix):]
	if rest != "" && rest[0] != ':' || strings.Contains(rest, ",") {
		return false
	}
	info, err := os.Stat(strings.TrimSpace(path))
	return err == nil && info.Mode().IsRegular()
}
