package solver

import (
	"context"

	"transat/solver/cnf"
	"transat/solver/estimate"
)

// Sizes of trees, before and during a search: package estimate.
type (
	// EstimateOptions configure EstimateSize.
	EstimateOptions = estimate.Options
	// SizeEstimate says how large a search tree is.
	SizeEstimate = estimate.Estimate
	// Estimator says how much of a search is left while it is under way.
	Estimator = estimate.Estimator
)

// EstimateSize estimates how many nodes the search tree of f has. See [estimate.Size].
func EstimateSize(ctx context.Context, f *cnf.Formula, opt EstimateOptions) (SizeEstimate, error) {
	return estimate.Size(ctx, f, opt)
}

// NewEstimator returns the estimator for a search whose tree has been estimated by EstimateSize.
func NewEstimator(before SizeEstimate) *Estimator { return estimate.NewEstimator(before) }
