package figure_test

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"regexp"
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

func drawn(t *testing.T, p figure.Picture) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := figure.Write(&out, p); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestSamePictureIsTheSameBytes(t *testing.T) {
	for _, p := range []figure.Picture{chart(), tiles(), heat()} {
		if !bytes.Equal(drawn(t, p), drawn(t, p)) {
			t.Errorf("%T differs from one time to the next", p)
		}
	}
}

func TestPicturesHaveTheirSize(t *testing.T) {
	for _, p := range []figure.Picture{chart(), tiles(), heat()} {
		if svg := drawn(t, p); !bytes.Contains(svg, []byte(`width="1000" height="650" viewBox="0 0 1000 650"`)) {
			t.Errorf("%T begins with %.200s", p, svg)
		}
	}
}

func TestSVGIsWellFormedAndHasAllTexts(t *testing.T) {
	var text strings.Builder
	d := xml.NewDecoder(bytes.NewReader(drawn(t, chart())))
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
	for _, want := range []string{
		"Steps & <hops>", "what was run", "processors P", "steps T", "ours", "paper", "formula", "marks", "\n100\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
}

// Who has not our font needs the name of another one.
func TestSVGNamesOtherFonts(t *testing.T) {
	if svg := drawn(t, chart()); !bytes.Contains(svg, []byte(`font-family="Liberation Sans,Arial,Helvetica,sans-serif"`)) {
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
	curve := regexp.MustCompile(`<g clip-path="[^"]*">\n<polyline points="([^"]*)".* stroke="(.*?)" stroke-width="(.*?)"`)
	curves := curve.FindAllSubmatch(drawn(t, both), -1)
	if len(curves) != 2 || !bytes.Equal(curves[0][1], curves[1][1]) {
		t.Fatalf("want the same curve twice: %q", curves)
	}
	for i, want := range []string{"#80b9d9 4.5", "#0072b2 2"} {
		if got := string(curves[i][2]) + " " + string(curves[i][3]); got != want {
			t.Errorf("curve %d has colour and width %s, want %s", i, got, want)
		}
	}
}

// Curves end at the ends of an axis, and marks beyond it are not drawn.
func TestNothingIsDrawnBeyondTheAxes(t *testing.T) {
	points := []figure.Point{{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 2, Y: 2}}
	svg := string(drawn(t, figure.Chart{Title: "x", X: figure.Axis{To: 1}, Series: []figure.Series{{Points: points}}}))
	if got := strings.Count(svg, "<circle"); got != 3 { // one of them beside the name
		t.Errorf("%d marks, want 3:\n%s", got, svg)
	}
	if !strings.Contains(svg, `<clipPath id="box1">`) || !strings.Contains(svg, `<g clip-path="url(#box1)">`) {
		t.Error("the curve is not cut off")
	}
}

// The first row, at the bottom, goes from pale to dark; the second has nothing in it.
func TestHeatColours(t *testing.T) {
	_, data, found := strings.Cut(string(drawn(t, heat())), `href="data:image/png;base64,`)
	data, _, _ = strings.Cut(data, `"`)
	picture, err := png.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(data)))
	if !found || err != nil {
		t.Fatal("there is no image of the field:", err)
	}
	size := picture.Bounds().Size()
	if size.X < 600 || size.Y < 200 {
		t.Fatalf("the field has the size %v", size)
	}
	top, bottom := size.Y/4, 3*size.Y/4
	for x := range size.X - 1 {
		if !near(picture.At(x, top), 0xD5, 0x5E, 0x00) {
			t.Fatalf("at (%d, %d): %v in the row with nothing", x, top, picture.At(x, top))
		}
		left, _, _, _ := picture.At(x, bottom).RGBA()
		if right, _, _, _ := picture.At(x+1, bottom).RGBA(); right > left {
			t.Fatalf("at (%d, %d), it becomes lighter to the right", x, bottom)
		}
	}
	pale, _, _, _ := picture.At(0, bottom).RGBA()
	dark, _, _, _ := picture.At(size.X-1, bottom).RGBA()
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

func TestNamesOfPictures(t *testing.T) {
	for name, want := range map[string]string{
		"a.svg": "", "dir.png/B.SVG": "",
		"svg": "want a name that ends in .svg", "a.svg.gz": "want a name that ends in .svg", "": "want a name that ends in .svg",
		"dir/a.PNG": "want a name that ends in .svg (rsvg-convert dir/a.svg -o dir/a.png makes a PNG of it)",
	} {
		if err := figure.CheckName(name); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%q: error %v, want %q", name, err, want)
		}
	}
}

func TestWhatCannotBeDrawnIsAnError(t *testing.T) {
	negative := chart()
	negative.Series[0].Points = append(negative.Series[0].Points, figure.Point{X: 0, Y: 1})
	for _, tc := range []struct {
		name    string
		picture figure.Picture
		want    string
	}{
		{"no points", figure.Chart{Title: "T"}, `figure "T": there is no point to show`},
		{"zero on a logarithmic axis", negative, `point (0, 1) of "ours" cannot be shown on a logarithmic axis`},
		{"no areas", figure.Map{Title: "M"}, `figure "M": there is no area to show`},
		{"a corner nowhere", figure.Map{Title: "M", Areas: []figure.Area{{Outline: []figure.Point{{X: math.NaN()}}}}}, "cannot be shown"},
		{"no cells", figure.Heat{Title: "H"}, `figure "H": there is nothing to show`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := figure.Write(io.Discard, tc.picture)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %s", err, tc.want)
			}
		})
	}
}

func TestWriteErrorsAreReported(t *testing.T) {
	full := brokenWriter{errors.New("disk full")}
	if err := figure.Write(full, chart()); !errors.Is(err, full.err) {
		t.Errorf("got error %v, want %v", err, full.err)
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
	if err := figure.Write(&svg, chart); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Contains(svg.String(), ">LM-C5</text>"))
	// Output: true
}

func TestNoteIsWrittenBesideItsPlace(t *testing.T) {
	c := chart()
	c.Note = figure.Note{At: figure.Point{X: 10, Y: 20}, Text: "a turn & a half"}
	svg := string(drawn(t, c))
	if !strings.Contains(svg, ">a turn &amp; a half</text>") || strings.Count(svg, `r="3"`) != 1 {
		t.Error("the note or its point is missing")
	}
	if strings.Contains(string(drawn(t, chart())), `r="3"`) {
		t.Error("a chart without a note has one")
	}
}
