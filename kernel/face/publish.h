/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPIBENCH_FACE_PUBLISH_H
#define IPIBENCH_FACE_PUBLISH_H

struct ipb_dir;
struct ipb_results;

/**
 * struct ipb_published - what a bench's directory shows of its latest run
 * @run: run/
 * @results: results/
 * @compare: compare/
 */
struct ipb_published {
	struct ipb_dir *run;
	struct ipb_dir *results;
	struct ipb_dir *compare;
};

int ipb_publish(struct ipb_dir *bench, struct ipb_published *published,
		const struct ipb_results *results);

#endif /* IPIBENCH_FACE_PUBLISH_H */
