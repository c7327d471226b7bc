package resident

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadOnly(t *testing.T) {
	const maps = `00400000-00f4f000 r-xp 00000000 fe:00 1577                     /usr/bin/transat
00f4f000-01000000 r--p 00b4f000 fe:00 1577                     /usr/bin/transat (deleted)
01000000-01002000 r--p 00c00000 fe:00 1577                     /usr/bin/transat (deleted)
01002000-01bba000 r--p 00c02000 fe:00 1577                     /usr/bin/transat (deleted)
01bbb000-01bfb000 rw-p 017ba000 fe:00 1577                     /usr/bin/transat
01bfb000-01cfb000 ---p 017ba000 fe:00 1577                     /usr/bin/transat
98fe000000-98fe800000 r--p 00000000 00:00 0 
7fac4a7d1000-7fac4a7d3000 r-xp 00000000 00:00 0                          [vdso]
7fac4a7d3000-7fac4a7d4000 r-xp 00000000 fe:00 1578                     /usr/lib/libc.so
7fac4a7d5000-7fac4a7d6000 r-xp 00000000 fe:00 15`
	want := []mapping{
		{0x400000, 0xf4f000}, {0xf4f000, 0x1bba000}, {0x7fac4a7d3000, 0x7fac4a7d4000}, {0x7fac4a7d5000, 0x7fac4a7d6000},
	}
	if diff := cmp.Diff(want, readOnly(maps), cmp.AllowUnexported(mapping{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, text := range []string{
		"", "\n", "-", "- r-xp 0 0 1", "x-y r-xp 0 0:0 1 z", "1-2 r-xp",
		"2000-1000 r-xp 0 0:0 1 z", "1000 r-xp 0 0:0 1 z", "1000-2000 r-xp 0 0:0 0",
	} {
		if got := readOnly(text); len(got) > 0 {
			t.Errorf("%q has %v", text, got)
		}
	}
}

func TestPlan(t *testing.T) {
	const (
		page     = 4 << 10
		of, mine = entry(1<<63 | 1<<61), entry(1 << 63)
		swapped  = entry(1 << 62)
	)
	m := mapping{0x1f000, 0x71000} // the last page of a window, five whole ones, and a page of the next
	entries := make([]entry, (m.end-m.begin)/page)
	set := func(addr uint64, e entry) { entries[(addr-m.begin)/page] = e }
	set(0x1f000, of)
	set(0x2f000, of)
	set(0x40000, mine)
	set(0x41000, of)
	set(0x5f000, swapped)
	set(0x6a000, of)
	set(0x70000, of)
	var cut []mapping
	give := []mapping{{0x1f000, 0x40000}, {0x60000, 0x71000}}
	for p := uint64(0x20000); p < 0x30000; p += 0x4000 {
		cut = append(cut, mapping{p, p + 0x2000})
	}
	cut = append([]mapping{{0x1f000, 0x20000}}, cut...)
	for _, c := range []struct {
		name       string
		page       uint64
		cuts, rest int
		cut        []mapping
	}{
		{"no cuts", page, 0, 0, nil},
		{"one", page, 1, 0, cut[:1]},
		{"two", page, 2, 0, cut},
		{"all", page, 9, 5, append(append([]mapping{}, cut...), mapping{0x60000, 0x62000}, mapping{0x64000, 0x66000},
			mapping{0x68000, 0x6a000}, mapping{0x6c000, 0x6e000}, mapping{0x70000, 0x71000})},
	} {
		gotGive, gotCut, rest := m.plan(entries, c.page, c.cuts)
		if diff := cmp.Diff(give, gotGive, cmp.AllowUnexported(mapping{})); diff != "" {
			t.Errorf("%s: given back: -want +got:\n%s", c.name, diff)
		}
		if diff := cmp.Diff(c.cut, gotCut, cmp.AllowUnexported(mapping{})); diff != "" || rest != c.rest {
			t.Errorf("%s: %d cuts are left, want %d; cut: -want +got:\n%s", c.name, rest, c.rest, diff)
		}
	}
	large := mapping{0, window} // a page as large as a window: there is nothing to cut
	if _, cut, rest := large.plan([]entry{of}, window, 1); len(cut) > 0 || rest != 1 {
		t.Errorf("a page of 64 kB is cut into %v", cut)
	}
}
