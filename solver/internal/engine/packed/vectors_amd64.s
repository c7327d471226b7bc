#include "go_asm.h"
#include "textflag.h"

// Constants in every 32-bit lane, which is a pair: a bit in its lower half that says "true", one that says "false", and both.
#define IS_TRUE 0x0001
#define IS_FALSE 0x0100
#define TRUE_OR_FALSE 0x0101

// SECOND_HALF has the bit of a literal that says that it is in the second half of a row, twice.
#define SECOND_HALF (1024 | 1024<<16)

// VALUES1024 gives Z17 the lanes with the values of the literals in Z16, from the row in Z0 and Z1; VALUES2048 from that in Z0 to Z3.
#define VALUES1024 \
	VPSRLW $4, Z16, Z17; \
	VPERMI2W Z1, Z0, Z17; \
	VPSHRDVW Z16, Z17, Z17

#define VALUES2048 \
	VPSRLW $4, Z16, Z17; \
	VMOVDQA64 Z17, Z19; \
	VPERMI2W Z1, Z0, Z17; \
	VPERMI2W Z3, Z2, Z19; \
	VPTESTMW Z28, Z16, K4; \
	VMOVDQU16 Z19, K4, Z17; \
	VPSHRDVW Z16, Z17, Z17

// BEGIN is the beginning of propagation.
//
//	DI v            R9 lists    R12 size of the trail
//	SI truth        R10 trail   R13 number of units
//	R8 pairs        R11 units   BX size of the trail before the last units
//
//	Z0 to Z3 truth; Z28, Z30, Z31 constants; Z29 where both literals of a pair are false
#define BEGIN \
	MOVQ v+0(FP), DI; \
	MOVQ vectors_after(DI), SI; \
	MOVQ vectors_pairs(DI), R8; \
	MOVQ vectors_lists(DI), R9; \
	MOVQ vectors_trail(DI), R10; \
	MOVQ vectors_units(DI), R11; \
	XORL R12, R12; \
	MOVQ vectors_count(DI), R13; \
	MOVQ $0, vectors_visits(DI); \
	MOVL $TRUE_OR_FALSE, CX; \
	MOVL $IS_FALSE, DX; \
	VPBROADCASTD CX, Z30; \
	VPBROADCASTD DX, Z31; \
	MOVQ vectors_before(DI), AX

// END is the end of it. Whether there is a conflict is in AX.
#define END \
	MOVQ BX, vectors_assigned(DI); \
	MOVB AX, vectors_conflict(DI); \
	VZEROUPPER; \
	RET

// DERIVE makes the units true. One that is false is a conflict, and one that is true already changes nothing.
#define DERIVE(unit, conflict, fixpoint, TRUE) \
	MOVQ R12, BX; \
	TESTQ R13, R13; \
	JEQ fixpoint; \
	MOVQ R11, R14; \
	LEAQ (R11)(R13*4), R15; \
unit: \
	MOVWLZX (R14), AX; \
	MOVL AX, CX; \
	SHRL $6, CX; \
	MOVL AX, DX; \
	XORL $const_packedSign, DX; \
	MOVQ (SI)(CX*8), R13; \
	BTQ DX, R13; \
	JCS conflict; \
	BTSQ AX, R13; \
	MOVW AX, (R10)(R12*2); \
	MOVQ R13, (SI)(CX*8); \
	SBBQ $-1, R12; \
	ANDL $63, AX; \
	TRUE; \
	ADDQ $4, R14; \
	CMPQ R14, R15; \
	JNE unit; \
	CMPQ R12, BX; \
	JEQ fixpoint; \
	VPXORQ Z29, Z29, Z29; \
	XORL R13, R13; \
	MOVQ BX, R14

// TRUE1024 makes a literal true in Z0 and Z1: CX is the number of its word, and AX its place there. TRUE2048 does so in Z0 to Z3. To
// load the row again would take longer, as it has just been stored word by word.
#define TRUE1024 \
	KMOVW vectors_words(DI)(CX*4), K3; \
	KMOVW (vectors_words+1)(DI)(CX*4), K4; \
	VPBROADCASTQ vectors_bits(DI)(AX*8), Z20; \
	VPORQ Z20, Z0, K3, Z0; \
	VPORQ Z20, Z1, K4, Z1

#define TRUE2048 \
	TRUE1024; \
	KMOVW (vectors_words+2)(DI)(CX*4), K5; \
	KMOVW (vectors_words+3)(DI)(CX*4), K6; \
	VPORQ Z20, Z2, K5, Z2; \
	VPORQ Z20, Z3, K6, Z3

// SCAN visits the lists of the complements of what is new on the trail.
#define SCAN(literal, chunk, more, VALUES, UNITS) \
literal: \
	MOVWLZX (R10)(R14*2), AX; \
	XORL $const_packedSign, AX; \
	MOVWLZX list_from(R9)(AX*8), CX; \
	MOVWLZX list_pairs(R9)(AX*8), DX; \
	KMOVW list_mask(R9)(AX*8), K1; \
	ADDQ DX, vectors_visits(DI); \
	VMOVDQU32.Z (R8)(CX*4), K1, Z16; \
chunk: \
	VALUES; \
	UNITS; \
	CMPL DX, $16; \
	JHI more; \
	INCQ R14; \
	CMPQ R14, R12; \
	JNE literal

// MORE loads the next 16 pairs of a list of DX pairs. AX is for short.
#define MORE \
	SUBL $16, DX; \
	ADDL $16, CX; \
	MOVL $0xffff, AX; \
	BZHIL DX, AX, AX; \
	KMOVW AX, K1; \
	VMOVDQU32.Z (R8)(CX*4), K1, Z16

// UNITS finds the units among the pairs in Z16, of which Z17 has the values, and writes them behind those that there are. A pair
// counts if one of its literals is false and none is true.
#define UNITS \
	VPROLD $16, Z17, Z18; \
	VPTESTMD Z31, Z17, K3; \
	VPTERNLOGD $0xf8, Z18, Z17, Z29; \
	VPTERNLOGD $0xa8, Z30, Z18, Z17; \
	VPCMPEQD Z31, Z17, K2; \
	VPROLD $16, Z16, K3, Z16; \
	VPCOMPRESSD Z16, K2, Z16; \
	VMOVDQU32 Z16, (R11)(R13*4); \
	KMOVW K2, AX; \
	POPCNTL AX, AX; \
	ADDQ AX, R13

// func propagate1024(v *vectors)
TEXT ·propagate1024(SB), NOSPLIT, $0-8
	BEGIN
	VMOVDQU64 (AX), Z0
	VMOVDQU64 64(AX), Z1
	VMOVDQU64 Z0, (SI)
	VMOVDQU64 Z1, 64(SI)

wave:
	DERIVE(unit, conflict, fixpoint, TRUE1024)
	SCAN(literal, chunk, more, VALUES1024, UNITS)
	VPTESTMD Z31, Z29, K2
	KORTESTW K2, K2
	JEQ wave
	MOVQ R12, BX

conflict:
	MOVL $1, AX
	END

fixpoint:
	XORL AX, AX
	END

more:
	MORE
	JMP chunk

// QUEUE puts the units among those of the pairs in Z16 that K1 has behind the queue.
#define QUEUE \
	VALUES1024; \
	VPROLD $16, Z17, Z18; \
	VPTESTMD Z31, Z17, K3; \
	VPTERNLOGD $0xa8, Z30, Z18, Z17; \
	VPCMPEQD Z31, Z17, K1, K2; \
	VPROLD $16, Z16, K3, Z16; \
	VPCOMPRESSD Z16, K2, Z16; \
	VMOVDQU32 Z16, (R13); \
	KMOVW K2, DX; \
	POPCNTL DX, DX; \
	LEAQ (R13)(DX*4), R13

// func propagateQueue(v *vectors)
//
// The same for up to 511 variables, but for the order in which the literals of a wave come to the trail. A literal is made true, and its
// clauses are visited, before the next one. What is found is the same for each wave: the last literal of a clause that becomes false
// finds it. So there is one loop, which does not wait for the end of a wave, and no branch in it that is hard to predict.
//
//	BX where the next wave begins  R11 what has been visited
//	DI v                           R13 end of the queue
//	SI row of the node             R14 where in the queue
//	R8 pairs                       R15 what had been visited before this wave
//	R9 lists                       AX, CX, DX, R12 for short
//	R10 end of the trail
TEXT ·propagateQueue(SB), NOSPLIT, $0-8
	MOVQ v+0(FP), DI
	MOVQ vectors_before(DI), AX
	MOVQ vectors_after(DI), SI
	MOVQ vectors_pairs(DI), R8
	MOVQ vectors_lists(DI), R9
	MOVQ vectors_trail(DI), R10
	MOVQ vectors_units(DI), R14
	MOVQ vectors_count(DI), R13
	XORL R11, R11
	XORL R15, R15
	MOVL $TRUE_OR_FALSE, CX
	MOVL $IS_FALSE, DX
	VPBROADCASTD CX, Z30
	VPBROADCASTD DX, Z31
	VMOVDQU64 (AX), Z0
	VMOVDQU64 64(AX), Z1
	VMOVDQU64 Z0, (SI)
	VMOVDQU64 Z1, 64(SI)
	LEAQ (R14)(R13*4), R13
	CMPQ R14, R13
	JEQ fixpoint
	MOVQ R13, BX

unit:
	MOVWLZX (R14), AX
	CMPQ R14, BX
	CMOVQEQ R13, BX
	CMOVQEQ R11, R15
	MOVL AX, R12
	SHRL $6, R12
	MOVL AX, CX
	XORL $const_packedSign, CX
	MOVQ (SI)(R12*8), DX
	BTQ CX, DX
	JCS conflict
	BTSQ AX, DX
	MOVQ DX, (SI)(R12*8)
	MOVW AX, (R10)
	SBBQ DX, DX // all ones if it was true already
	LEAQ 2(R10)(DX*2), R10
	ANDL $63, AX
	KMOVW vectors_words(DI)(R12*4), K3
	KMOVW (vectors_words+1)(DI)(R12*4), K4
	VPBROADCASTQ vectors_bits(DI)(AX*8), Z20
	VPORQ Z20, Z0, K3, Z0
	VPORQ Z20, Z1, K4, Z1
	MOVWLZX list_from(R9)(CX*8), AX
	VMOVDQU32 (R8)(AX*4), Z16
	ANDNL list_pairs(R9)(CX*8), DX, R12 // and list_one
	ANDNL list_mask(R9)(CX*8), DX, DX
	ADDL R12, R11
	KMOVW DX, K1
	QUEUE
	CMPW R12, $16
	JHI more

next:
	ADDQ $4, R14
	CMPQ R14, R13
	JNE unit

fixpoint:
	MOVL R11, vectors_visited(DI)
	MOVB $0, vectors_conflict(DI)
	VZEROUPPER
	RET

conflict: // in this wave, so that the last one counts; if it is the first of the wave, R15 is up to date
	MOVL R15, vectors_visited(DI)
	MOVB $1, vectors_conflict(DI)
	VZEROUPPER
	RET

more: // than 16 pairs
	MOVWLZX R12, R12

chunk:
	SUBL $16, R12
	JLE next
	ADDL $16, AX
	MOVL $0xffff, DX
	BZHIL R12, DX, DX
	KMOVW DX, K1
	VMOVDQU32 (R8)(AX*4), Z16
	QUEUE
	JMP chunk

// func propagate2048(v *vectors)
TEXT ·propagate2048(SB), NOSPLIT, $0-8
	BEGIN
	MOVL $SECOND_HALF, CX
	VPBROADCASTD CX, Z28
	VMOVDQU64 (AX), Z0
	VMOVDQU64 64(AX), Z1
	VMOVDQU64 128(AX), Z2
	VMOVDQU64 192(AX), Z3
	VMOVDQU64 Z0, (SI)
	VMOVDQU64 Z1, 64(SI)
	VMOVDQU64 Z2, 128(SI)
	VMOVDQU64 Z3, 192(SI)

wave:
	DERIVE(unit, conflict, fixpoint, TRUE2048)
	SCAN(literal, chunk, more, VALUES2048, UNITS)
	VPTESTMD Z31, Z29, K2
	KORTESTW K2, K2
	JEQ wave
	MOVQ R12, BX

conflict:
	MOVL $1, AX
	END

fixpoint:
	XORL AX, AX
	END

more:
	MORE
	JMP chunk

// func pickKeys(v *vectors) (l uint64)
//
// The first pass finds the score of each variable, twice, in the lanes of both its literals, and the highest; the second one
// finds the first lane that has it.
TEXT ·pickKeys(SB), NOSPLIT, $256-16
	MOVQ v+0(FP), DI
	MOVQ vectors_after(DI), SI
	MOVQ vectors_row(DI), R8
	MOVQ vectors_lanes(DI), R9
	MOVQ vectors_scores(DI), R10

	// A bit for each literal that is free.
	XORL BX, BX
	MOVQ R9, CX
	SHRQ $3, CX

free:
	VMOVDQU64 (SI)(BX*1), Z0
	VPSHRDW $8, Z0, Z0, Z1
	VPTERNLOGD $0x11, Z0, Z1, Z1 // neither nor
	VMOVDQU64 Z1, (SP)(BX*1)
	ADDQ $64, BX
	CMPQ BX, CX
	JCS free

	XORL BX, BX
	VPXORQ Z0, Z0, Z0

score:
	MOVQ BX, AX
	SHRQ $3, AX
	KMOVD (SP)(AX*1), K1
	VPSRLW $const_keyPrecision, (R8)(BX*2), Z1
	VPERMQ $0x4e, Z1, Z2
	VPMINUW Z2, Z1, Z3
	VPADDW Z2, Z1, Z1
	VPADDW Z3, Z3, Z3
	VPADDW.Z Z3, Z1, K1, Z1
	VPMAXUW Z1, Z0, Z0
	VMOVDQU16 Z1, (R10)(BX*2)
	ADDQ $32, BX
	CMPQ BX, R9
	JCS score

	VEXTRACTI64X4 $1, Z0, Y1
	VPMAXUW Y1, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPMAXUW X1, X0, X0
	VPCMPEQD X1, X1, X1
	VPXOR X1, X0, X0
	VPHMINPOSUW X0, X0
	VPXOR X1, X0, X0
	VMOVD X0, AX
	MOVWLZX AX, AX
	XORL BX, BX
	TESTL AX, AX
	JEQ none
	VPBROADCASTW X0, Z0

find:
	VPCMPEQW (R10)(BX*2), Z0, K1
	KMOVD K1, AX
	ADDQ $32, BX
	TESTL AX, AX
	JEQ find
	TZCNTL AX, AX
	LEAQ -32(BX)(AX*1), BX

none:
	MOVQ BX, l+8(FP)
	VZEROUPPER
	RET

// KEPT finds the pairs in Z16 without a literal that is true, and writes them behind those that there are: R13 is their number.
// Beside each of them it writes the lane that Z21 has.
#define KEPT \
	VPROLD $16, Z17, Z18; \
	VPORD Z18, Z17, Z17; \
	VPTESTNMD Z30, Z17, K2; \
	VPCOMPRESSD Z16, K2, Z16; \
	VMOVDQU32 Z16, (R11)(R13*4); \
	VMOVDQU32 Z21, (BX)(R13*4); \
	KMOVW K2, AX; \
	POPCNTL AX, AX; \
	ADDQ AX, R13

// GATHER1 writes the clauses of the literals that have become true and that remained at the parent, without that literal,
// and that literal beside each of them.
#define GATHER1(literal, chunk, more, end, VALUES) \
	XORL R13, R13; \
	XORL R14, R14; \
literal: \
	MOVWLZX (R10)(R14*2), AX; \
	VPBROADCASTD AX, Z21; \
	MOVWLZX list_from(R9)(AX*8), CX; \
	MOVWLZX list_pairs(R9)(AX*8), DX; \
	KMOVW list_mask(R9)(AX*8), K1; \
	VMOVDQU32.Z (R8)(CX*4), K1, Z16; \
chunk: \
	VALUES; \
	KEPT; \
	CMPL DX, $16; \
	JHI more; \
	INCQ R14; \
	CMPQ R14, R12; \
	JNE literal; \
	JMP end; \
more: \
	MORE; \
	JMP chunk; \
end:

// GATHER2 writes the clauses that remain of those that have become shorter, without the literal that has become false, and beside
// each of them by how much g of that literal has changed: R15 is g when the subtree was frozen.
#define GATHER2(literal, chunk, more, end, VALUES) \
	XORL R13, R13; \
	XORL R14, R14; \
literal: \
	MOVWLZX (R10)(R14*2), AX; \
	XORL $const_packedSign, AX; \
	MOVL $const_frozenFalse, CX; \
	SUBL (R15)(AX*4), CX; \
	VPBROADCASTD CX, Z21; \
	MOVWLZX list_from(R9)(AX*8), CX; \
	MOVWLZX list_pairs(R9)(AX*8), DX; \
	KMOVW list_mask(R9)(AX*8), K1; \
	VMOVDQU32.Z (R8)(CX*4), K1, Z16; \
chunk: \
	VALUES; \
	KEPT; \
	CMPL DX, $16; \
	JHI more; \
	INCQ R14; \
	CMPQ R14, R12; \
	JNE literal; \
	JMP end; \
more: \
	MORE; \
	JMP chunk; \
end:

// APPLY1 changes the keys of what GATHER1 has written. A literal's g becomes 0 at its first clause, so that a clause with two
// literals that have become true counts once.
#define APPLY1(loop, end) \
	MOVQ vectors_row(DI), SI; \
	MOVQ vectors_now(DI), R8; \
	XORL R14, R14; \
	CMPQ R14, R13; \
	JEQ end; \
loop: \
	MOVL (BX)(R14*4), AX; \
	MOVL (R11)(R14*4), CX; \
	MOVL (R15)(AX*4), R9; \
	MOVL $0, (R8)(AX*4); \
	NEGL R9; \
	MOVWLZX CX, DX; \
	SHRL $16, CX; \
	MOVL (R8)(DX*4), AX; \
	IMULL R9, AX; \
	IMULL (R8)(CX*4), R9; \
	ADDW AX, (SI)(CX*2); \
	ADDW R9, (SI)(DX*2); \
	INCQ R14; \
	CMPQ R14, R13; \
	JNE loop; \
end:

// APPLY2 changes the keys of what GATHER2 has written.
#define APPLY2(loop, end) \
	MOVQ vectors_row(DI), SI; \
	MOVQ vectors_now(DI), R8; \
	XORL R14, R14; \
	CMPQ R14, R13; \
	JEQ end; \
loop: \
	MOVL (R11)(R14*4), CX; \
	MOVL (BX)(R14*4), R9; \
	MOVWLZX CX, DX; \
	SHRL $16, CX; \
	MOVL (R8)(DX*4), AX; \
	IMULL R9, AX; \
	IMULL (R8)(CX*4), R9; \
	ADDW AX, (SI)(CX*2); \
	ADDW R9, (SI)(DX*2); \
	INCQ R14; \
	CMPQ R14, R13; \
	JNE loop; \
end:

// UPDATE is what both functions below have in common. R8 and R9 are taken for other things by APPLY1.
#define UPDATE \
	MOVQ v+0(FP), DI; \
	MOVQ vectors_pairs(DI), R8; \
	MOVQ vectors_lists(DI), R9; \
	MOVQ vectors_trail(DI), R10; \
	MOVQ vectors_units(DI), R11; \
	MOVQ vectors_count(DI), R12; \
	MOVQ vectors_beside(DI), BX; \
	MOVQ vectors_base(DI), R15; \
	MOVL $IS_TRUE, CX; \
	VPBROADCASTD CX, Z30

// COPY makes the row of the node that of its parent.
#define COPY(loop) \
	MOVQ vectors_rowAbove(DI), SI; \
	MOVQ vectors_row(DI), DX; \
	MOVQ vectors_lanes(DI), CX; \
	XORL AX, AX; \
loop: \
	VMOVDQU64 (SI)(AX*2), Z16; \
	VMOVDQU64 Z16, (DX)(AX*2); \
	ADDQ $32, AX; \
	CMPQ AX, CX; \
	JCS loop

// SETTLE gives the literals that have got a value the g that goes with it.
#define SETTLE(loop) \
	XORL R14, R14; \
loop: \
	MOVWLZX (R10)(R14*2), AX; \
	MOVL $0, (R8)(AX*4); \
	XORL $const_packedSign, AX; \
	MOVL $const_frozenFalse, (R8)(AX*4); \
	INCQ R14; \
	CMPQ R14, R12; \
	JNE loop

// func updateKeys1024(v *vectors)
TEXT ·updateKeys1024(SB), NOSPLIT, $0-8
	UPDATE
	COPY(copy)
	MOVQ vectors_before(DI), SI
	VMOVDQU64 (SI), Z0
	VMOVDQU64 64(SI), Z1
	GATHER1(literal1, chunk1, more1, gathered1, VALUES1024)
	APPLY1(apply1, applied1)
	MOVQ vectors_pairs(DI), R8
	MOVQ vectors_lists(DI), R9
	MOVQ vectors_after(DI), SI
	VMOVDQU64 (SI), Z0
	VMOVDQU64 64(SI), Z1
	GATHER2(literal2, chunk2, more2, gathered2, VALUES1024)
	APPLY2(apply2, applied2)
	SETTLE(settle)
	VZEROUPPER
	RET

// func updateKeys2048(v *vectors)
TEXT ·updateKeys2048(SB), NOSPLIT, $0-8
	UPDATE
	MOVL $SECOND_HALF, CX
	VPBROADCASTD CX, Z28
	COPY(copy)
	MOVQ vectors_before(DI), SI
	VMOVDQU64 (SI), Z0
	VMOVDQU64 64(SI), Z1
	VMOVDQU64 128(SI), Z2
	VMOVDQU64 192(SI), Z3
	GATHER1(literal1, chunk1, more1, gathered1, VALUES2048)
	APPLY1(apply1, applied1)
	MOVQ vectors_pairs(DI), R8
	MOVQ vectors_lists(DI), R9
	MOVQ vectors_after(DI), SI
	VMOVDQU64 (SI), Z0
	VMOVDQU64 64(SI), Z1
	VMOVDQU64 128(SI), Z2
	VMOVDQU64 192(SI), Z3
	GATHER2(literal2, chunk2, more2, gathered2, VALUES2048)
	APPLY2(apply2, applied2)
	SETTLE(settle)
	VZEROUPPER
	RET
