package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The token comes from the flag, a file or the environment, in this order.
func TestFindToken(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for _, tc := range []struct {
		name              string
		access            Access
		environment, want string
		fails             string
	}{
		{"nothing", Access{}, "", "", ""},
		{"the flag", Access{Token: "a"}, "c", "a", ""},
		{"a file", Access{TokenFile: file("one", "b\n")}, "c", "b", ""},
		{"a file with Windows's end of line", Access{TokenFile: file("crlf", "b\r\n")}, "", "b", ""},
		{"the environment", Access{}, "c", "c", ""},
		{"flag and file", Access{Token: "a", TokenFile: file("both", "b")}, "", "", "do not go together"},
		{"no file", Access{TokenFile: filepath.Join(folder, "none")}, "c", "", "--token-file: open"},
		{"an empty file", Access{TokenFile: file("empty", " \n")}, "c", "", "one word"},
		{"a file of something else", Access{TokenFile: file("words", "a b")}, "c", "", "one word"},
		{"a file without end", Access{TokenFile: file("long", strings.Repeat("x", mostToken+1))}, "c", "", "one word"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := tc.access.FindToken(tc.environment)
			switch {
			case tc.fails == "" && (err != nil || tc.access.Token != tc.want):
				t.Errorf("token %q, error %v; want %q", tc.access.Token, err, tc.want)
			case tc.fails != "" && (err == nil || !strings.Contains(err.Error(), tc.fails)):
				t.Errorf("error %v, want one with %q", err, tc.fails)
			case err != nil && tc.access.TokenFile != "" && strings.Contains(err.Error(), "a b"):
				t.Errorf("the error tells what is in the file: %v", err)
			}
		})
	}
}

func TestListenAddress(t *testing.T) {
	for address, want := range map[string]string{
		":0": " 0", "0.0.0.0:4333": "0.0.0.0 4333", "[::1]:80": "::1 80",
		"foo": "error", "foo:": "error", ":-1": "error", ":65536": "error", "a:b": "error",
	} {
		host, port, err := ListenAddress(address)
		got := fmt.Sprint(host, " ", port)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// Whoever is refused is told which program prints how to join.
func TestPrinter(t *testing.T) {
	for leader, want := range map[string]string{"": "solve --cluster", "queens": "queens --cluster"} {
		if got := (Access{Leader: leader}).Printer(); got != want {
			t.Errorf("%q: %q, want %q", leader, got, want)
		}
	}
}
