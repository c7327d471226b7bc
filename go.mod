module transat

go 1.26
