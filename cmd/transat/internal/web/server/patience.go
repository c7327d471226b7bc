package server

import (
	"net/http"
	"time"
)

// patient lets an answer take as long as it wants, as long as it moves: a tree of 50 MB is a long answer on a slow line. A
// client that has not taken the next piece within the time stalled is cut off.
func patient(stalled time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &pieces{w, http.NewResponseController(w), stalled}
		p.wait() // an answer may have no body, and the limit of the last one on this connection still holds
		next.ServeHTTP(p, r)
	})
}

// pieces is an answer that goes out piece by piece, each with a time limit of its own. It hides that the connection could read from
// files directly, all at once.
type pieces struct {
	http.ResponseWriter
	control *http.ResponseController
	stalled time.Duration
}

// pieceBytes is little enough for a slow line in the time for a piece.
const pieceBytes = 64 << 10

// wait gives the client time for the next piece. Where there are no deadlines, as in tests without a connection, there is none.
func (p *pieces) wait() { _ = p.control.SetWriteDeadline(time.Now().Add(p.stalled)) }

func (p *pieces) Write(data []byte) (n int, err error) {
	for len(data) > 0 {
		piece := data[:min(len(data), pieceBytes)]
		p.wait()
		written, err := p.ResponseWriter.Write(piece)
		n += written
		if err != nil {
			return n, err
		}
		data = data[len(piece):]
	}
	return n, nil
}
