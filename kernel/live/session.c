// SPDX-License-Identifier: GPL-2.0-only
/*
 * From enabling a hook to disabling it.
 */
#include <linux/delay.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "engine/results.h"
#include "live/live.h"

/* Calls per block where one variant has all the calls. */
enum { BLOCK_ALONE = 32 };

/* Often enough that a ring is rarely full. */
#define FOLD_PERIOD	(HZ / 10)

static unsigned int count_variants(const struct ipb_hook *hook)
{
	unsigned int nr = 0;

	while (hook->variants[nr])
		nr++;
	return nr;
}

/* Holds the function if nothing is against it. */
static const char *hold(struct ipb_live *live)
{
	const char *why = live->hook->absent;

	if (!why)
		why = ipb_splice_refused();
	if (!why && live->hook->useless)
		why = live->hook->useless();
	return why ? why : ipb_splice_hold(live->hook, &live->address);
}

const char *ipb_live_unsupported(struct ipb_live *live)
{
	const char *why = hold(live);

	if (!why)
		ipb_splice_release(live->hook);
	return why;
}

static void fold(struct work_struct *work)
{
	struct ipb_live *live = container_of(to_delayed_work(work), struct ipb_live, folder);

	mutex_lock(&live->fold_lock);
	ipb_ledger_fold(&live->ledger, &live->recorders);
	mutex_unlock(&live->fold_lock);
	schedule_delayed_work(&live->folder, FOLD_PERIOD);
}

/* Where nothing was recorded what was shown before stays. */
static void publish(struct ipb_live *live)
{
	struct ipb_ledger *ledger = &live->ledger;
	int ret = 0;

	mutex_lock(&live->fold_lock);
	ipb_ledger_fold(ledger, &live->recorders);
	if (ledger->rounds) {
		ipb_ledger_judge(ledger, &live->recorders);
		ledger->results->id = ++live->ids;
		ret = ipb_publish(live->dir, &live->published, ledger->results);
	}
	mutex_unlock(&live->fold_lock);
	if (ret)
		pr_err("ipibench_live: results of %s cannot be shown: error %d\n",
		       live->hook->name, ret);
}

static int fail(struct ipb_live *live, int ret, const char *why)
{
	strscpy(live->error, why, sizeof(live->error));
	return ret;
}

static int start_recording(struct ipb_live *live)
{
	bool alone = !live->alternate_calls;
	u64 bytes = 0;
	int ret;

	ret = ipb_recorders_create(&live->recorders,
				   alone ? 1 : count_variants(live->hook),
				   alone ? live->variant : 0,
				   alone ? BLOCK_ALONE : live->alternate_calls, &bytes);
	if (ret)
		return ret;
	ret = ipb_ledger_open(&live->ledger, live->hook, &live->recorders, bytes);
	if (ret)
		goto failed;
	ret = live->hook->open(&live->recorders, live->address);
	if (ret)
		goto failed;
	return 0;

failed:
	ipb_ledger_close(&live->ledger);
	ipb_recorders_destroy(&live->recorders);
	return ret;
}

static void end_recording(struct ipb_live *live)
{
	live->calls = ipb_recorders_calls(&live->recorders);
	live->misses = ipb_recorders_misses(&live->recorders);
	if (live->hook->close)
		live->hook->close();
	ipb_ledger_close(&live->ledger);
	ipb_recorders_destroy(&live->recorders);
}

static int enable(struct ipb_live *live)
{
	const char *why = hold(live);
	int ret;

	if (why)
		return fail(live, -EOPNOTSUPP, why);
	if (start_recording(live)) {
		ipb_splice_release(live->hook);
		return fail(live, -ENOMEM, "no memory");
	}
	ret = ipb_splice_attach(&live->splice, live->hook, live->address);
	if (ret) {
		end_recording(live);
		ipb_splice_release(live->hook);
		why = ret == -EBUSY ? "somebody else redirects this function, or ftrace is off" :
				      "ftrace does not redirect this function";
		return fail(live, ret, why);
	}
	live->enabled = true;
	live->error[0] = '\0';
	INIT_DELAYED_WORK(&live->folder, fold);
	schedule_delayed_work(&live->folder, FOLD_PERIOD);
	return 0;
}

int ipb_live_enable(struct ipb_live *live)
{
	int ret = 0;

	mutex_lock(&live->lock);
	if (live->gone)
		ret = -ENODEV;
	else if (live->enabled)
		publish(live);
	else
		ret = enable(live);
	mutex_unlock(&live->lock);
	return ret;
}

static int disable(struct ipb_live *live, bool show)
{
	int ret;

	if (!live->enabled)
		return 0;
	ret = ipb_splice_detach(&live->splice);
	if (ret)
		return fail(live, ret, "ftrace is broken: the function cannot be restored");
	live->enabled = false;
	cancel_delayed_work_sync(&live->folder);
	if (show)
		publish(live);
	end_recording(live);
	ipb_splice_release(live->hook);
	return 0;
}

int ipb_live_disable(struct ipb_live *live)
{
	int ret;

	mutex_lock(&live->lock);
	ret = disable(live, true);
	mutex_unlock(&live->lock);
	return ret;
}

void ipb_live_retire(struct ipb_live *live)
{
	mutex_lock(&live->lock);
	live->gone = true;
	/* To go on would leave the kernel jumping into freed memory. */
	while (disable(live, false)) {
		pr_err_once("ipibench_live: %s: %s\n", live->hook->name, live->error);
		msleep(1000);
	}
	mutex_unlock(&live->lock);
}

void ipb_live_counts(struct ipb_live *live, u64 *calls, u64 *misses)
{
	mutex_lock(&live->lock);
	*calls = live->calls;
	*misses = live->misses;
	if (live->enabled) {
		*calls = ipb_recorders_calls(&live->recorders);
		*misses = ipb_recorders_misses(&live->recorders);
	}
	mutex_unlock(&live->lock);
}
