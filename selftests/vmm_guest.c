// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the VM of vmm.c executes. Position-independent, copied to VMM_CODE.
 *
 * Entry: x0 is the vCPU's index. All switch on the MMU (so that memory is
 * cached and exclusives work) and their part of the GIC. The first one, in
 * phases, wakes others by PSCI and sends SGIs, each only after all of the last
 * one arrived; the others take SGIs and sleep. Interrupts stay masked: they
 * are taken by reading the acknowledge register.
 *
 * x19 memory, x20 index, x21 own slot, x22 control block, x26 SGIs expected
 */
#include "vmm.h"

#ifdef __aarch64__
#define STR_(x) #x
#define STR(x) STR_(x)

asm("	.pushsection .text\n"
"	.balign	8\n"
"	.globl	vmm_guest_start\n"
"vmm_guest_start:\n"
"	mov	x20, x0\n"
"	mov	x26, #0\n"
"	movz	x19, #0x4000, lsl #16\n"
"	add	x22, x19, #" STR(VMM_CONTROL) "\n"
"	add	x21, x19, #" STR(VMM_SLOTS) "\n"
"	add	x21, x21, x20, lsl #7\n"
	/* attribute 0: normal, write-back; attribute 1: device */
"	mov	x1, #0xff\n"
"	msr	mair_el1, x1\n"
	/* 39-bit addresses from TTBR0 alone, 4K granule, cached walks */
"	movz	x1, #0x3519\n"
"	movk	x1, #0x0080, lsl #16\n"
"	movk	x1, #0x0002, lsl #32\n"
"	msr	tcr_el1, x1\n"
"	add	x1, x19, #" STR(VMM_TABLE) "\n"
"	msr	ttbr0_el1, x1\n"
"	isb\n"
"	tlbi	vmalle1\n"
"	ic	iallu\n"
"	dsb	nsh\n"
"	isb\n"
"	mrs	x1, sctlr_el1\n"
"	mov	x2, #0x1005\n"
"	orr	x1, x1, x2\n"
"	msr	sctlr_el1, x1\n"
"	isb\n"
"	ldr	x1, [x22, #" STR(VMM_HAS_GIC) "]\n"
"	cbz	x1, 2f\n"
"	cbnz	x20, 1f\n"
	/* distributor: affinity routing, group 1 */
"	movz	x1, #0x0800, lsl #16\n"
"	mov	w2, #0x12\n"
"	str	w2, [x1]\n"
	/* own redistributor: all SGIs in group 1, enabled */
"1:	movz	x1, #0x1000, lsl #16\n"
"	add	x1, x1, x20, lsl #17\n"
"	add	x1, x1, #0x10, lsl #12\n"
"	mov	w2, #-1\n"
"	str	w2, [x1, #0x80]\n"
"	mov	w2, #0xffff\n"
"	str	w2, [x1, #0x100]\n"
	/* CPU interface: SRE, PMR, IGRPEN1 */
"	mov	x2, #7\n"
"	msr	S3_0_C12_C12_5, x2\n"
"	isb\n"
"	mov	x2, #0xf0\n"
"	msr	S3_0_C4_C6_0, x2\n"
"	mov	x2, #1\n"
"	msr	S3_0_C12_C12_7, x2\n"
"	isb\n"
"2:	mov	w2, #1\n"
"	add	x1, x21, #64\n"
"	stlr	w2, [x1]\n"
"	cbz	x20, vmm_phase\n"

	/* everybody else: without a GIC there is nothing to come */
"3:	bl	vmm_take\n"
"	cmp	x10, #16\n"
"	b.lo	3b\n"
"	wfi\n"
"	b	3b\n"

	/* wake those in the list, and wait for whom that worked */
"vmm_phase:\n"
"	ldr	x23, [x22, #" STR(VMM_ON_LEN) "]\n"
"	add	x24, x19, #" STR(VMM_ON) "\n"
"4:	cbz	x23, 7f\n"
"	movz	x0, #3\n"
"	movk	x0, #0xc400, lsl #16\n"
"	ldr	x1, [x24]\n"
"	adr	x2, vmm_guest_start\n"
"	ldr	x3, [x24, #8]\n"
"	hvc	#0\n"
"	str	x0, [x24, #16]\n"
"	cbnz	x0, 6f\n"
"	ldr	x3, [x24, #8]\n"
"	add	x5, x19, #" STR(VMM_SLOTS) "\n"
"	add	x5, x5, x3, lsl #7\n"
"	add	x5, x5, #64\n"
"5:	ldar	w6, [x5]\n"
"	cbz	w6, 5b\n"
"6:	add	x24, x24, #32\n"
"	sub	x23, x23, #1\n"
"	b	4b\n"

	/* the list of SGIs, as often as asked for */
"7:	ldr	x23, [x22, #" STR(VMM_REPEAT) "]\n"
"8:	ldr	x0, [x22, #" STR(VMM_STOP) "]\n"
"	cbnz	x0, 12f\n"
"	cbz	x23, 12f\n"
"	ldr	x24, [x22, #" STR(VMM_LIST_LEN) "]\n"
"	add	x25, x19, #" STR(VMM_LIST) "\n"
"9:	cbz	x24, 11f\n"
"	ldp	x0, x1, [x25], #16\n"
"	add	x26, x26, x1\n"
"	msr	S3_0_C12_C11_5, x0\n"
"	isb\n"
"10:	bl	vmm_take\n"
"	ldar	x0, [x22]\n"
"	cmp	x0, x26\n"
"	b.lo	10b\n"
"	ldr	x0, [x22, #" STR(VMM_SENT) "]\n"
"	add	x0, x0, #1\n"
"	str	x0, [x22, #" STR(VMM_SENT) "]\n"
"	sub	x24, x24, #1\n"
"	b	9b\n"
"11:	sub	x23, x23, #1\n"
"	ldr	x0, [x22, #" STR(VMM_DONE) "]\n"
"	add	x0, x0, #1\n"
"	str	x0, [x22, #" STR(VMM_DONE) "]\n"
"	b	8b\n"
	/* over: out to the VMM; on return there is another phase */
"12:	movz	x0, #0x0a00, lsl #16\n"
"	str	wzr, [x0]\n"
"	b	vmm_phase\n"

	/* take an SGI if there is one: count it, then say so; x10 is its number */
"vmm_take:\n"
"	mov	x10, #1023\n"
"	ldr	x11, [x22, #" STR(VMM_HAS_GIC) "]\n"
"	cbz	x11, 14f\n"
"	mrs	x10, S3_0_C12_C12_0\n"
"	dsb	sy\n"
"	cmp	x10, #16\n"
"	b.hs	14f\n"
"	add	x11, x21, x10, lsl #2\n"
"	ldr	w12, [x11]\n"
"	add	w12, w12, #1\n"
"	str	w12, [x11]\n"
"	msr	S3_0_C12_C12_1, x10\n"
"	isb\n"
"13:	ldaxr	x12, [x22]\n"
"	add	x12, x12, #1\n"
"	stlxr	w13, x12, [x22]\n"
"	cbnz	w13, 13b\n"
"14:	ret\n"
"	.globl	vmm_guest_end\n"
"vmm_guest_end:\n"
"	.popsection\n"
);
#endif
