/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPB_DOCUMENT_H
#define IPB_DOCUMENT_H

#include <json-c/json.h>
#include <stdbool.h>

/* The one JSON shape: {"schema":1,"host":{},"conditions":{},"benches":[]} */
enum { IPB_DOCUMENT_SCHEMA = 1 };

/* A document about this machine without benches yet */
struct json_object *ipb_document_new(void);

/* Takes over @bench; one bench may be there once per run */
void ipb_document_add(struct json_object *doc, struct json_object *bench);

/* Settle "conditions": what the module says of the machine and all runs share */
void ipb_document_finish(struct json_object *doc);

/* A result file; says what is wrong with it and returns NULL if it is none */
struct json_object *ipb_document_load(const char *path);

/* Read the module's files: the named benches, or all when @count is 0 */
int ipb_document_read(char **names, int count, bool brief, struct json_object **doc);

/* Drop all benches but those named; an exit code, having said what is missing */
int ipb_document_keep(struct json_object *doc, char **names, int count);

size_t ipb_document_count(struct json_object *doc);
struct json_object *ipb_document_bench(struct json_object *doc, size_t i);

/* Why @bench is not supported here, or NULL if it is */
const char *ipb_document_unsupported(struct json_object *bench);

/* Whether it holds results of a run */
bool ipb_document_has_results(struct json_object *bench);

#endif
