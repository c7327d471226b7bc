package diffusive

import (
	"context"
	"fmt"
	"math"

	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

func qualityItem() reproduce.Item {
	return reproduce.Item{
		Name:   "diffusive/fig5-8",
		Title:  "quality and effort of diffusive policies under slow and fast changes of load",
		Source: "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, §4.2, Figures 5-8",
		Run:    quality,
	}
}

// The dispersions of the figures.
const (
	rough  = 0.3
	smooth = 0.7
)

func quality(ctx context.Context, s *reproduce.Session) (*reproduce.Result, error) {
	d := diffusive{dynamicities: reproduce.Size(s,
		[]float64{0, 1, 10, 100, 300, 500},
		[]float64{0, 0.1, 1, 3, 10, 30, 100, 200, 300, 500})}
	variants := []string{dnrInhibited, dnrChainInhibited}
	var err error
	policies := append(allPolicies(), variants...)
	d.all, err = runs(ctx, s, d.settings(policies))
	if err != nil {
		d = d.finished(policies)
		return reproduce.Interrupted(err, nil, d.qualityTables(variants)...)
	}
	result := &reproduce.Result{Setup: times(s).setup(), Tables: d.qualityTables(variants), Claims: d.qualityClaims()}
	for _, f := range qualityFigures() {
		result.Figures = append(result.Figures, reproduce.Figure{Key: f.key, Picture: d.chart(f.title, f.unit, f.dispersion, f.of)})
	}
	return result, nil
}

// qualityFigure is one of the paper's figures.
type qualityFigure struct {
	key, title, unit string
	dispersion       float64
	of               func(loadPoint) float64
}

func qualityFigures() []qualityFigure {
	figures := []qualityFigure{
		{"fig5", "Figure 5: LB quality", meanSigma, rough, loadPoint.sigmaPercent},
		{"fig6", "Figure 6: LB quality", meanSigma, smooth, loadPoint.sigmaPercent},
		{"fig7", "Figure 7: LB effort", perSecondUnit, rough, migrationsOf},
		{"fig8", "Figure 8: LB effort", perSecondUnit, smooth, migrationsOf},
		{"delta_30", "δ of the loads", meanDelta, rough, loadPoint.deltaPercent},
		{"delta_70", "δ of the loads", meanDelta, smooth, loadPoint.deltaPercent},
	}
	for i, f := range figures {
		figures[i].title = fmt.Sprintf("%s: %s, Δδ/T = %.0f %% of Δσ/T", f.title, f.unit, 100*f.dispersion)
	}
	return figures
}

// The quality is measured by meanSigma.
const (
	meanSigma     = "mean σ, percent of the mean load"
	perSecondUnit = "migrations a second"
	meanDelta     = "mean δ, percent of the mean load"
)

// qualityTables are a table for each figure, the variants, and the load.
func (d diffusive) qualityTables(variants []string) []report.Sheet {
	var tables []report.Sheet
	for _, f := range qualityFigures() {
		decimals := 1
		if f.unit == perSecondUnit {
			decimals = 2
		}
		tables = append(tables, d.table(f.key, f.title, f.dispersion, allPolicies(), decimals, plain(f.of)))
	}
	for _, dispersion := range []float64{rough, smooth} {
		title := fmt.Sprintf("Variants: %s, Δδ/T = %.0f %% of Δσ/T", meanSigma, 100*dispersion)
		tables = append(tables,
			d.table(fmt.Sprintf("variants_%.0f", 100*dispersion), title, dispersion, variants, 1, plain(loadPoint.sigmaPercent)))
	}
	return append(tables, d.madeTable())
}

func (m loadPoint) sigmaPercent() float64 { return 100 * m.sigma }
func (m loadPoint) deltaPercent() float64 { return 100 * m.delta }

// settings are all combinations of policies, dynamicities and the two dispersions on a 10×10 mesh.
func (d diffusive) settings(policies []string) []loadSetting {
	var all []loadSetting
	for _, dispersion := range []float64{rough, smooth} {
		for _, x := range d.dynamicities {
			for _, p := range policies {
				all = append(all, usualSetting(p, tenByTen(), x, dispersion))
			}
		}
	}
	return all
}

// dynamicityColumn is the first column of tables with a row for every dynamicity.
func dynamicityColumn() report.Column[float64] {
	return report.Column[float64]{Key: "dynamicity", Heading: "Δσ/T", Value: func(x float64) any { return x }}
}

// plain is a quantity that needs nothing but the point itself.
func plain(of func(loadPoint) float64) func(diffusive, loadPoint) float64 {
	return func(_ diffusive, m loadPoint) float64 { return of(m) }
}

// table has a row for every dynamicity and a column for every policy, with its interval of confidence.
func (d diffusive) table(key, title string, dispersion float64, policies []string, decimals int,
	of func(diffusive, loadPoint) float64,
) report.Sheet {
	columns := []report.Column[float64]{dynamicityColumn()}
	for _, p := range policies {
		value := func(x float64) func(diffusive) float64 {
			return func(d diffusive) float64 { return of(d, d.at(p, x, dispersion)) }
		}
		columns = append(columns, withConfidence(pointKey(p), label(p), decimals,
			func(x float64) float64 { return value(x)(d) }, func(x float64) float64 { return d.confidence(value(x)) })...)
	}
	return report.NewSheet(key, title, columns, d.dynamicities, confidenceNote)
}

// confidenceNote explains what stands behind ±.
const confidenceNote = "±: 95 % confidence, from the repetitions"

// withConfidence returns the columns of a number and of half its interval of confidence. People see one: "22.3 ±0.4".
func withConfidence[R any](key, heading string, decimals int, of, half func(R) float64) []report.Column[R] {
	return []report.Column[R]{
		{
			Key: key, Heading: heading, Value: func(r R) any { return of(r) },
			Text: func(r R) string {
				text := fmt.Sprintf("%.*f", decimals, of(r))
				if h := half(r); !math.IsNaN(h) {
					text += fmt.Sprintf(" ±%.*f", decimals, h)
				}
				return text
			},
		},
		{Key: key + "_confidence", Value: func(r R) any { return half(r) }},
	}
}

// madeTable has the load that was made beside the one that was asked for.
func (d diffusive) madeTable() report.Sheet {
	columns := []report.Column[float64]{dynamicityColumn()}
	for _, dispersion := range []float64{rough, smooth} {
		of := func(x float64) loadPoint { return d.at(nlbPolicy, x, dispersion) }
		percent := fmt.Sprintf("%.0f", 100*dispersion)
		columns = append(columns,
			report.Number("dynamic_"+percent, "Δσ/T at "+percent+" %", 2, func(x float64) float64 { return of(x).dynamic }),
			report.Number("dispersed_"+percent, "Δδ/Δσ", 3, func(x float64) float64 { return of(x).dispersed }))
	}
	return report.NewSheet("load", "The load that was made", columns, d.dynamicities, "the first column has the Δσ/T that was asked for")
}

// chart draws a quantity against dynamicity.
func (d diffusive) chart(title, unit string, dispersion float64, of func(loadPoint) float64) figure.Chart {
	chart := figure.Chart{
		Title:    title,
		Subtitle: "10×10 mesh, 20 processes a node, threshold 20 %; Corradi, Leonardi, Zambonelli, §4",
		X:        figure.Axis{Label: "dynamicity Δσ/T, percent of the mean load a second", Log: true},
		Y:        figure.Axis{Label: unit},
	}
	for _, p := range allPolicies() {
		series := figure.Series{Name: label(p), Policy: p}
		for _, x := range d.dynamicities {
			y := of(d.at(p, x, dispersion))
			if x > 0 && !math.IsNaN(y) {
				series.Points = append(series.Points, figure.Point{X: x, Y: y})
			}
		}
		if len(series.Points) > 0 {
			chart.Series = append(chart.Series, series)
		}
	}
	return chart
}
