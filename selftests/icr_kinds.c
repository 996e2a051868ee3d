// SPDX-License-Identifier: GPL-2.0-only
/* Everything a write of the ICR can be. */
#include "icr_vm.h"

void icr_vm_list_all_kinds(struct icr_vm *vm, bool check)
{
	static const struct {
		__u64 icr;
		unsigned int targets;
		bool fast;
	} kinds[] = {
		{ ICR_TO(1) | ICR_ASSERT | 0xfd, 2, true },
		{ ICR_TO(0) | 0xef, 1, true },
		{ ICR_TO(1) | ICR_BUSY | 0xfb, 2, true },
		{ ICR_TO(2) | ICR_LOGICAL | 0x30, 2, false },
		{ ICR_SELF | 0xf0, 1, false },
		{ ICR_ALL | 0xf1, 3, false },
		{ ICR_OTHERS | 0xf2, 2, false },
		{ ICR_TO(~0u) | 0xf3, 3, false },
		{ ICR_TO(0xff) | 0xf4, 0, true },
		{ ICR_TO(ICR_NOBODY) | 0xfd, 0, true },
		{ ICR_TO(1) | ICR_LOWEST | 0xf5, 2, false },
		{ ICR_TO(1) | ICR_LEVEL | 0xf6, 0, true },
		{ ICR_TO(1) | ICR_LEVEL | ICR_ASSERT | 0xf7, 2, true },
	};
	unsigned int i;

	icr_vm_clear(vm, check);
	for (i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		icr_vm_send(vm, kinds[i].icr, kinds[i].targets, kinds[i].fast);
	icr_vm_send_bad(vm, ICR_TO(1) | ICR_RESERVED | 0xfd);
	icr_vm_send_bad(vm, ICR_TO(1) | 1 << 16 | 0xfd);
	icr_vm_send_bad(vm, ICR_TO(1) | 1 << 20 | 0xfd);
}
