package balance_test

import "transat/balance"

// mustChoose is balance.Choose for names that are known to be right.
func mustChoose(t interface{ Fatal(...any) }, s string) balance.Chosen {
	chosen, err := balance.Choose(s)
	if err != nil {
		t.Fatal(err)
	}
	return chosen
}
