package figure_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"transat/cmd/transat/internal/figure"
)

// chart has every kind of series.
func chart() figure.Chart {
	points := []figure.Point{{X: 1, Y: 1}, {X: 10, Y: 20}, {X: 100, Y: 300}, {X: math.NaN(), Y: 1}, {X: 5, Y: math.Inf(1)}}
	return figure.Chart{
		Title: "Steps & <hops>", Subtitle: strings.Repeat("what was run ", 20),
		X: figure.Axis{Label: "processors P", Log: true, Ticks: []float64{1, 10, 100}},
		Y: figure.Axis{Label: "steps T"},
		Series: []figure.Series{
			{Name: "ours", Points: points},
			{Name: "paper", Points: points, Paper: true},
			{Name: "formula", Points: points, Paper: true, Colour: 1, Show: figure.Lines},
			{Name: "marks", Points: points, Colour: 9, Show: figure.Marks, Size: 2},
		},
	}
}

func tiles() figure.Map {
	m := figure.Map{Title: "Parts", Subtitle: "of a mesh"}
	for i := range 40 {
		x := float64(i)
		m.Areas = append(m.Areas, figure.Area{Part: i, Outline: []figure.Point{{X: x, Y: 0}, {X: x + 1, Y: 0}, {X: x, Y: 2}}})
	}
	return m
}

// heat has a row that fills up and one that runs empty.
func heat() figure.Heat {
	return figure.Heat{
		Title: "Elements", Subtitle: "over time",
		X: figure.Axis{Label: "time s", To: 50}, Y: figure.Axis{Label: "processor", To: 2},
		Columns: 50, Rows: 2,
		Cell: func(column, row int) (much, nothing float64) {
			if row == 1 {
				return 0, 1
			}
			return float64(column) / 49, 0
		},
		Scale: []figure.Mark{{At: 0, Text: "few"}, {At: 1, Text: "lots"}}, Nothing: "idle",
		Below: []figure.Point{{X: 0, Y: 50}, {X: 50, Y: 50}}, BelowY: figure.Axis{Label: "idle %", To: 100},
	}
}

func drawn(t *testing.T, p figure.Picture, f figure.Format) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := figure.Write(&out, p, f); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestSamePictureIsTheSameBytes(t *testing.T) {
	for _, p := range []figure.Picture{chart(), tiles(), heat()} {
		for _, f := range figure.Formats() {
			if !bytes.Equal(drawn(t, p, f), drawn(t, p, f)) {
				t.Errorf("%T as %s differs from one time to the next", p, f)
			}
		}
	}
}

func TestPNGHasTheSizeInPixels(t *testing.T) {
	for _, p := range []figure.Picture{chart(), tiles(), heat()} {
		got, err := png.DecodeConfig(bytes.NewReader(drawn(t, p, figure.PNG)))
		if err != nil || got.Width != 1000 || got.Height != 650 {
			t.Errorf("%T: %d×%d, error %v; want 1000×650", p, got.Width, got.Height, err)
		}
	}
}

func TestSVGIsWellFormedAndHasAllTexts(t *testing.T) {
	var text strings.Builder
	d := xml.NewDecoder(bytes.NewReader(drawn(t, chart(), figure.SVG)))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if data, ok := token.(xml.CharData); ok {
			text.Write(data)
			text.WriteString("\n")
		}
	}
	for _, want := range []string{"Steps & <hops>", "what was run", "processors P", "steps T", "ours", "paper", "formula", "marks", "\n100\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
}

// Readers without the fonts of gonum/plot need the name of another one.
func TestSVGNamesOtherFonts(t *testing.T) {
	if svg := drawn(t, chart(), figure.SVG); !bytes.Contains(svg, []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")) {
		t.Errorf("no fonts to fall back to in %.600s", svg)
	}
}

// What the paper says is paler than ours, and does not hide it.
func TestOursIsDrawnOverThePaper(t *testing.T) {
	points := []figure.Point{{X: 0, Y: 0}, {X: 1, Y: 1}}
	both := figure.Chart{Title: "x", Series: []figure.Series{
		{Name: "ours", Points: points, Show: figure.Lines},
		{Name: "paper", Points: points, Paper: true, Show: figure.Lines},
	}}
	blue, pale := 0, 0
	picture, err := png.Decode(bytes.NewReader(drawn(t, both, figure.PNG)))
	if err != nil {
		t.Fatal(err)
	}
	// The legend, on the right, has both in any case.
	for y := range 650 {
		for x := range 700 {
			switch {
			case near(picture.At(x, y), 0x00, 0x72, 0xB2):
				blue++
			case near(picture.At(x, y), 0x80, 0xB9, 0xD9):
				pale++
			}
		}
	}
	if blue < 300 || pale < 50 {
		t.Errorf("%d pixels of ours and %d of the paper's, want many of both", blue, pale)
	}
}

// The first row, at the bottom, goes from pale to dark; the second has nothing in it.
func TestHeatColours(t *testing.T) {
	picture, err := png.Decode(bytes.NewReader(drawn(t, heat(), figure.PNG)))
	if err != nil {
		t.Fatal(err)
	}
	for x := 120; x < 840; x++ {
		if !near(picture.At(x, 150), 0xD5, 0x5E, 0x00) {
			t.Fatalf("at (%d, 150): %v in the row with nothing", x, picture.At(x, 150))
		}
		left, _, _, _ := picture.At(x, 400).RGBA()
		if right, _, _, _ := picture.At(x+1, 400).RGBA(); right > left {
			t.Fatalf("at (%d, 400), it becomes lighter to the right", x)
		}
	}
	pale, _, _, _ := picture.At(120, 400).RGBA()
	dark, _, _, _ := picture.At(840, 400).RGBA()
	if pale>>8 < 0xC0 || dark>>8 > 0x08 {
		t.Errorf("red is %x on the left and %x on the right", pale>>8, dark>>8)
	}
}

// near reports whether a colour is the given one, but for rounding.
func near(c color.Color, want ...uint32) bool {
	r, g, b, _ := c.RGBA()
	for i, got := range []uint32{r >> 8, g >> 8, b >> 8} {
		if max(got, want[i])-min(got, want[i]) > 1 {
			return false
		}
	}
	return true
}

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]figure.Format{"a.svg": figure.SVG, "dir.png/B.PNG": figure.PNG, "svg": "", "a.svg.gz": "", "": ""} {
		if got, err := figure.FormatOf(name); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, error %v; want %q", name, got, err, want)
		}
	}
}

func TestWhatCannotBeDrawnIsAnError(t *testing.T) {
	negative := chart()
	negative.Series[0].Points = append(negative.Series[0].Points, figure.Point{X: 0, Y: 1})
	for _, tc := range []struct {
		name    string
		picture figure.Picture
		format  figure.Format
		want    string
	}{
		{"no points", figure.Chart{Title: "T"}, figure.SVG, `figure "T": there is no point to show`},
		{"zero on a logarithmic axis", negative, figure.PNG, `point (0, 1) of "ours" cannot be shown on a logarithmic axis`},
		{"no areas", figure.Map{Title: "M"}, figure.PNG, `figure "M": there is no area to show`},
		{"a corner nowhere", figure.Map{Title: "M", Areas: []figure.Area{{Outline: []figure.Point{{X: math.NaN()}}}}}, figure.SVG, "cannot be shown"},
		{"no cells", figure.Heat{Title: "H"}, figure.PNG, `figure "H": there is nothing to show`},
		{"no such format", chart(), "gif", `no picture format "gif": want svg or png`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := figure.Write(io.Discard, tc.picture, tc.format)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %s", err, tc.want)
			}
		})
	}
}

func TestWriteErrorsAreReported(t *testing.T) {
	for _, f := range figure.Formats() {
		full := brokenWriter{errors.New("disk full")}
		if err := figure.Write(full, chart(), f); !errors.Is(err, full.err) {
			t.Errorf("%s: got error %v, want %v", f, err, full.err)
		}
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func ExampleWrite() {
	chart := figure.Chart{
		Title:  "Shifts until everybody has load",
		X:      figure.Axis{Label: "processors P"},
		Y:      figure.Axis{Label: "shifts T"},
		Series: []figure.Series{{Name: "LM-C5", Points: []figure.Point{{X: 8, Y: 7}, {X: 16, Y: 15}}}},
	}
	var svg strings.Builder
	if err := figure.Write(&svg, chart, figure.SVG); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Contains(svg.String(), ">LM-C5</text>"))
	// Output: true
}
