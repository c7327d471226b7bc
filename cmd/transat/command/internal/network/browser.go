package network

import (
	"os/exec"
	"runtime"
)

// openBrowser lets the desktop open a page. It does not wait until the browser ends.
func openBrowser(url string) error {
	opener := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		opener = []string{"open"}
	case "windows":
		opener = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	cmd := exec.Command(opener[0], append(opener[1:], url)...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // so that no zombie process is left; its exit code does not matter
	return nil
}
