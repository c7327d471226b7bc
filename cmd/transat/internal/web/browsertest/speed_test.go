//go:build !js && !wasip1

package browsertest

import "testing"

// largeRace is the race that the page must be quick for: 1,024 processors under four policies, 307,405 nodes.
const largeRace = "#race?tree=250-1075-3/4&grid=32x32&policy=plb,lade,steal,liquid-c5"

// Until the race that a visitor sees first is there, from the moment that the address is opened.
func BenchmarkUsable(b *testing.B) {
	theBrowser(b)
	for b.Loop() {
		page := open(b, "")
		ready(page)
		page.cancel()
	}
}

// From pressing Run to ready, as the page measures it, with the tree recorded once.
func BenchmarkLargeRace(b *testing.B) {
	theBrowser(b)
	var took float64
	n := 0
	for b.Loop() {
		page := open(b, largeRace)
		ready(page)
		took += js[float64](page, "Number(document.querySelector('.page').dataset.took)")
		n++
		page.cancel()
	}
	b.ReportMetric(took/float64(n), "ms/race")
}

// Frames a second of the large race with its traffic, and how long it takes to show another moment.
func BenchmarkPlayer(b *testing.B) {
	page := open(b, largeRace)
	ready(page)
	const player = "document.querySelector('.player').player"
	type speed struct{ Fps, DrawMean, DrawMost float64 }
	var frames speed
	var seek float64
	for b.Loop() {
		frames = js[speed](page, "("+playFrames+")("+player+", 240)")
		seek = js[float64](page, `(async () => {
			const player = `+player+`, frame = () => new Promise(requestAnimationFrame);
			let most = 0;
			for (const share of [0.9, 0.1, 0.5, 0.99, 0.3]) {
				await frame();
				const begun = performance.now();
				player.seek(player.end * share);
				await frame();
				most = Math.max(most, performance.now() - begun);
			}
			return most;
		})()`)
	}
	b.ReportMetric(frames.Fps, "frames/s")
	b.ReportMetric(frames.DrawMean, "ms/frame")
	b.ReportMetric(frames.DrawMost, "ms/longest-frame")
	b.ReportMetric(seek, "ms/seek")
	b.ReportMetric(js[float64](page, "performance.memory.usedJSHeapSize / 1e6"), "MB/heap")
}

// playFrames plays that many frames of a player, evenly over its run, with what is drawn while it plays fast, and measures the draws in ms.
const playFrames = `(player, frames) => {
	player.pause();
	return new Promise((resolve) => {
		let done = 0, spent = 0, most = 0, begin;
		const one = (now) => {
			begin ??= now;
			if (done === frames) {
				player.forced = undefined;
				player.seek(player.t);
				resolve({ fps: frames / (now - begin) * 1000, drawMean: spent / frames, drawMost: most });
				return;
			}
			const t0 = performance.now();
			player.forced = "flows";
			player.t = player.end * done / frames;
			player.draw();
			if (done % 15 === 0) player.tell();
			const took = performance.now() - t0;
			spent += took;
			most = Math.max(most, took);
			done++;
			requestAnimationFrame(one);
		};
		requestAnimationFrame(one);
	});
}`
