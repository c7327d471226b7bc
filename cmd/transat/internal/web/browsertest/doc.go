// Package browsertest tries the page in a real browser: headless Chromium, driven by chromedp.
//
// It has nothing but tests. browser_test.go starts one browser for all of them, and serves the page as `transat serve` does;
// a test opens a tab of its own:
//
//	page := open(t, "#race?tree=php-5-4&grid=4x4&policy=steal")
//	page.click(`[data-test="run"]`)
//	page.see(`[data-test="table"]`, "steal")
//
// When a test ends, its page must have been silent on the console, and must not have asked any address but its own: all
// requests of the browser go through a proxy that takes notes (watch_test.go). There is a file of tests for each room.
//
// The tests are not for platforms on which chromedp can start no processes, js and wasip1.
//
// Chromium is found by the environment variable CHROMIUM, or by its usual names. Without it the tests are skipped, and with
// TRANSAT_TEST_NO_SKIP they fail. TestAxe needs a file of axe-core, which the environment variable AXE names. How long things take is
// measured by benchmarks (speed_test.go), since it depends on the computer:
//
//	go test ./cmd/transat/internal/web/browsertest -run=NONE -bench=. -benchtime=1x
package browsertest
