package sim

import (
	"testing"

	"transat/balance/balancetest"
)

func TestMain(m *testing.M) { balancetest.Main(m) }
