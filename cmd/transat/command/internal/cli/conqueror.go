package cli

import (
	"fmt"
	"strings"
)

// CheckConqueror returns an error if the command of --conqueror, which was given, is empty.
func CheckConqueror(command string) error {
	if strings.TrimSpace(command) != "" {
		return nil
	}
	const want = "want a command, such as kissat -q {cnf} {proof}; without the flag the built-in engine decides"
	return fmt.Errorf("--conqueror=%q: %s", command, want)
}
