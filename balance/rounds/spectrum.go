package rounds

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"transat/balance"
	"transat/balance/topology"
)

// The convergence factor γ of a linear rule: in the long run, a step multiplies the deviation of the
// loads from their mean by γ. Below 1 the rule converges, and log(1/γ) tells how fast. It is the
// largest modulus of the eigenvalues of the matrix M of a step, without the eigenvalue 1 of the
// constant vector, which conservation of load gives.
//
// Second-order diffusion has two loads of memory, u(t+1) = β M u(t) + (1 − β) u(t−1), so each
// eigenvalue μ of M turns into the two roots of z² − βμz + (β − 1) = 0.

// NotLinearError says that a policy has no convergence factor.
type NotLinearError struct{ Policy string }

func (e *NotLinearError) Error() string {
	return fmt.Sprintf("policy %s is not linear, so it has no convergence factor", e.Policy)
}

// MaxDense is the largest number of processors for which ExactFactor takes up networks and rules whose
// eigenvalues are in no formula.
const MaxDense = 1024

// ExactFactor is the convergence factor of a policy on a network. If all processors of a grid follow
// the same rule in one substep, it comes from the eigenvalues' closed form, in time proportional to
// their number; otherwise from a matrix of n² numbers, in time proportional to n³. It is 0 for a
// single processor.
func ExactFactor(network topology.Network, policy balance.Chosen) (float64, error) {
	l, rules, err := linearOf(network, policy)
	if err != nil || network.Procs() == 1 {
		return 0, err
	}
	if len(l.substeps) == 1 {
		if s, ok := newStencil(newGrid(network), rules, 0); ok {
			return largest(s.eigenvalues(), l.beta), nil
		}
	}
	if network.Procs() > MaxDense {
		return 0, fmt.Errorf("the eigenvalues of %s on %v are in no formula, and there are more than %d of them",
			policy, network, MaxDense)
	}
	values, err := l.eigenvalues()
	return largest(values, l.beta), err
}

// MeasuredFactor is the convergence factor as it shows itself: random loads with the mean 0 are
// stepped on, and γ is the geometric mean of the ratios by which their norm changes in the second half
// of the steps. Eigenvalues of equal modulus may make single ratios swing; their mean does not. Of γ
// close to 1, 1000 steps give 1 − γ to a percent or so.
func MeasuredFactor(network topology.Network, policy balance.Chosen, steps int, seed uint64) (float64, error) {
	l, _, err := linearOf(network, policy)
	if err != nil || network.Procs() == 1 {
		return 0, err
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range l.loads {
		l.loads[i] = rng.NormFloat64()
	}
	logarithms := 0.0
	for step := range steps {
		l.apply(step)
		norm := l.normalise()
		if norm < 1e-14 { // rounding errors are all that is left
			return 0, nil
		}
		if step >= steps/2 {
			logarithms += math.Log(norm)
		}
	}
	return math.Exp(logarithms / float64(steps-steps/2)), nil
}

// linearOf makes the linear kernel of a policy, and its rules.
func linearOf(network topology.Network, policy balance.Chosen) (*linear, []*balance.Linear, error) {
	if policy.Spec.Rule == nil {
		return nil, nil, &NotLinearError{Policy: policy.Spec.Name}
	}
	rule, err := policy.Rules(network)
	if err != nil {
		return nil, nil, err
	}
	rules, ok := linearRules(allRules(rule, network.Procs()))
	if !ok {
		return nil, nil, &NotLinearError{Policy: policy.Spec.Name}
	}
	return newLinear(newGrid(network), rules, make([]float64, network.Procs())), rules, nil
}

// normalise makes the loads' mean 0, which rounding errors move, and their norm 1; if the rule has a
// memory, that of the loads and those of the step before together. It returns what the norm was.
func (l *linear) normalise() float64 {
	state := [2][]float64{l.loads}
	if l.beta != 1 {
		state[1] = l.before
	}
	squares := 0.0
	for _, loads := range state {
		squares += centre(loads)
	}
	norm := math.Sqrt(squares)
	if norm == 0 {
		return 0
	}
	for _, loads := range state {
		for i := range loads {
			loads[i] /= norm
		}
	}
	return norm
}

// centre makes the mean of the loads 0, and returns the sum of their squares then.
func centre(loads []float64) float64 {
	mean, squares := 0.0, 0.0
	for _, load := range loads {
		mean += load / float64(len(loads))
	}
	for i := range loads {
		loads[i] -= mean
		squares += loads[i] * loads[i]
	}
	return squares
}

// largest is the largest modulus of the eigenvalues of a step, if values are those of its matrix other
// than that of the constant vector.
func largest(values []complex128, beta float64) float64 {
	most := 0.0
	for _, mu := range values {
		re, im := real(mu), imag(mu)
		modulus := math.Hypot(re, im)
		if beta != 1 { // then the matrix is symmetric: im is 0
			inside := beta*beta*re*re - 4*(beta-1)
			modulus = math.Sqrt(max(0, beta-1))
			if inside > 0 {
				modulus = (beta*math.Abs(re) + math.Sqrt(inside)) / 2
			}
		}
		most = max(most, modulus)
	}
	return most
}

// eigenvalues are those of the stencil but for that of the constant vector. Waves are eigenvectors: on
// a ring of k loads cos(2πjx/k), on an open row cos(πj(x+½)/k).
func (s *stencil) eigenvalues() []complex128 {
	values := []float64{s.own}
	for d, side := range s.sides {
		var sums []float64
		for j := range side {
			wave := math.Pi * float64(j) / float64(side)
			if s.round(d) {
				wave *= 2
			}
			for _, value := range values {
				sums = append(sums, value+2*s.weight[d]*math.Cos(wave))
			}
		}
		values = sums
	}
	all := make([]complex128, len(values)-1)
	for i, value := range values[1:] {
		all[i] = complex(value, 0)
	}
	return all
}

// eigenvalues are those of the matrix of a step, but for that of the constant vector: the mean is taken
// out of its columns, which makes it 0.
func (l *linear) eigenvalues() ([]complex128, error) {
	n := len(l.loads)
	m := mat.NewDense(n, n, nil)
	symmetric := true
	for column := range n {
		clear(l.loads)
		l.loads[column] = 1
		l.apply(0)
		for row, x := range l.loads {
			m.Set(row, column, x-1/float64(n))
		}
	}
	for row := range n {
		for column := range row {
			symmetric = symmetric && math.Abs(m.At(row, column)-m.At(column, row)) < 1e-14
		}
	}
	if !symmetric {
		var eigen mat.Eigen
		if !eigen.Factorize(m, mat.EigenNone) {
			return nil, fmt.Errorf("the eigenvalues of %d processors do not converge", n)
		}
		return eigen.Values(nil), nil
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(n, m.RawMatrix().Data), false) {
		return nil, fmt.Errorf("the eigenvalues of %d processors do not converge", n)
	}
	values := make([]complex128, n)
	for i, value := range eigen.Values(nil) {
		values[i] = complex(value, 0)
	}
	return values, nil
}
