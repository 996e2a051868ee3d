/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_ENGINE_MACHINE_H
#define IPIBENCH_ENGINE_MACHINE_H

#include <linux/types.h>

/* What a user says of the machine when it cannot be told from inside. */
enum ipb_emulated {
	IPB_EMULATED_UNKNOWN,
	IPB_EMULATED_NO,
	IPB_EMULATED_YES,
};

enum { IPB_MACHINE_TEXT = 64 };

const char *ipb_machine_hypervisor(void);
enum ipb_emulated ipb_machine_emulated(void);
const char *ipb_emulated_name(enum ipb_emulated emulated);
void ipb_machine_cpu_model(char text[IPB_MACHINE_TEXT]);

#endif /* IPIBENCH_ENGINE_MACHINE_H */
