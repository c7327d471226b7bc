package resident

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnwritten(t *testing.T) {
	const smaps = `00400000-00f4f000 r-xp 00000000 fe:00 1577                     /usr/bin/transat
Size:              11580 kB
Anonymous:             0 kB
Swap:                  0 kB
VmFlags: rd ex mr mw me sd 
00f4f000-01bba000 r--p 00b4f000 fe:00 1577                     /usr/bin/transat (deleted)
Anonymous:             0 kB
Swap:                  0 kB
01bba000-01bbb000 r--p 00b4f000 fe:00 1577                     /usr/bin/transat
Anonymous:             4 kB
Swap:                  0 kB
01bbb000-01bfb000 rw-p 017ba000 fe:00 1577                     /usr/bin/transat
Anonymous:             0 kB
Swap:                  0 kB
01bfb000-01cfb000 ---p 017ba000 fe:00 1577                     /usr/bin/transat
Anonymous:             0 kB
Swap:                  0 kB
98fe000000-98fe800000 r--p 00000000 00:00 0 
Anonymous:             0 kB
Swap:                  0 kB
7fac4a7d1000-7fac4a7d3000 r-xp 00000000 00:00 0                          [vdso]
Anonymous:             0 kB
Swap:                  0 kB
7fac4a7d3000-7fac4a7d4000 r-xp 00000000 fe:00 1578                     /usr/lib/libc.so
Anonymous:             40 kB
Swap:                  0 kB
7fac4a7d4000-7fac4a7d5000 r-xp 00000000 fe:00 1578                     /usr/lib/libc.so
Anonymous:             0 kB
Swap:                  4 kB
7fac4a7d5000-7fac4a7d6000 r-xp 00000000 fe:00 1578                     /usr/lib/libc.so
Swap:                  0 kB
7fac4a7d6000-7fac4a7d7000 r-xp 00000000 fe:00 1578                     /usr/lib/libc.so
Anonymous:             0 kB
SwapPss:               0 kB
7fac4a7d7000-7fac4a7d8000 r-xp 00000000 fe:00 1578                     /usr/lib/libc.so
Anonymous:             0 kB
Swa`
	want := []mapping{{0x400000, 0xf4f000}, {0xf4f000, 0x1bba000}}
	if diff := cmp.Diff(want, unwritten(smaps), cmp.AllowUnexported(mapping{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, text := range []string{
		"", "\n", "-", "- r-xp 0 0 1", "x-y r-xp 0 0 1 z\nAnonymous: 0 kB\nSwap: 0 kB\n", "Anonymous: 0 kB\nSwap: 0 kB\n",
		"1-2 r-xp\nAnonymous: 0 kB\nSwap: 0 kB\n",
	} {
		if got := unwritten(text); len(got) > 0 {
			t.Errorf("%q has %v", text, got)
		}
	}
}
