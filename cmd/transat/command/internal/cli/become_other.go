//go:build !unix

package cli

import "errors"

func become(string, []string, []string) error { return errors.ErrUnsupported }
