/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_COMMAND_H
#define IPB_COMMAND_H

/*
 * The commands. Each parses its own command line, whose first word is the
 * command's full name, and returns an exit code of text.h.
 */
int ipb_cmd_list(int argc, char **argv);
int ipb_cmd_run(int argc, char **argv);
int ipb_cmd_show(int argc, char **argv);
int ipb_cmd_compare(int argc, char **argv);
int ipb_cmd_matrix(int argc, char **argv);
int ipb_cmd_export(int argc, char **argv);
int ipb_cmd_report(int argc, char **argv);
int ipb_cmd_doctor(int argc, char **argv);
int ipb_cmd_trace(int argc, char **argv);

#endif
