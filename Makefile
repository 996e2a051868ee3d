# SPDX-License-Identifier: GPL-2.0-only
#
# For people; kernel builds read Kbuild. `make help` lists the targets.

KDIR ?= /lib/modules/$(shell uname -r)/build
LAB ?= plain
DKMS_TREE ?= /usr/src

version := $(shell sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' dkms.conf)
cache := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/ipibench
lab := tools/lab

all: modules

help:
	@sed -n 's/^## //p' Makefile

## make                the module for the running kernel, into build/modules/
##                     (KDIR=, ARCH=, CROSS_COMPILE= for another one)
modules:
	@$(lab)/module "$(KDIR)" modules

## make install        the module (INSTALL_MOD_PATH=) and the command line tool;
##                     then `modprobe ipibench` finds it
install:
	@$(lab)/module "$(KDIR)" modules modules_install CONFIG_MODULE_SIG_ALL=
ifneq ($(wildcard tools/Makefile),)
	@$(MAKE) --no-print-directory -C tools O=$(CURDIR)/build/tools install
endif

## make dkms           hands the module to dkms, which rebuilds it per kernel
dkms: dkms-add
	dkms install "ipibench/$(version)"

dkms-add:
	@rm -rf "$(DKMS_TREE)/ipibench-$(version)"
	@install -d "$(DKMS_TREE)/ipibench-$(version)"
	@cp -r Kbuild Kconfig COPYING dkms.conf kernel kunit "$(DKMS_TREE)/ipibench-$(version)/"
	dkms add "ipibench/$(version)"

## make demo           measures IPIs in a two-socket VM (ARCH=x86_64 or arm64)
demo:
	@$(lab)/demo $(or $(ARCH),x86_64)

## make check          what CI runs: style, KUnit, the labs; one count at the end
##                     (PARTS="style kunit-um": only those)
check:
	@$(lab)/check

## make check-all      the same with KUnit on SMP debug kernels, every program in
##                     the debug lab under each model of preemption, every kernel,
##                     machines of other shapes, KCSAN, ACPI, coverage, clang, a
##                     32-bit kernel, instruction counts and DKMS in a fresh Debian;
##                     takes hours
check-all:
	@$(lab)/check all

## make style          checkpatch, sparse, W=1, kernel-doc, layers, shellcheck
style:
	@$(lab)/style

## make kunit          the KUnit suites (ARCH=um, x86_64 or arm64; FILTER=GLOB)
kunit:
	@$(lab)/kunit $(or $(ARCH),um) $(FILTER)

## make coverage       lines of core/ and engine/ the suites reach (LIMIT=90)
coverage:
	@$(lab)/coverage

## make bench          every op bench as ratios to its baseline and to what was
##                     published, from UML; rows in build/bench.json (PASSES=6)
bench:
	@$(lab)/bench

## make cost           what the instrument itself costs, in clock reads and bytes,
##                     from UML; rows in build/cost.json
cost:
	@$(lab)/cost

## make seeds          the four published tables beside executed instructions,
##                     counted by emulators (SEEDS="0 1 2 3"; 2 takes most of the
##                     time); rows in build/seeds.json (REPEATS=2)
seeds:
	@$(lab)/seeds $(SEEDS)

## make selftests      boots a lab and runs the selftests in it (LAB=plain,
##                     plain-6.1, plain-rt, plain-newest, single, two, scale, odd,
##                     debug, debug-none, debug-voluntary, kcsan, hyperv, kvm-x86,
##                     acpi or kvm-arm64; ARCH=x86_64, or arm64 for the last two,
##                     single, two, scale, plain...; TESTS="load.sh kunit");
##                     LONG=1 repeats more;
##                     TESTS=fuzz FUZZ_SECONDS=600 FUZZ_SEED=7 fuzzes ten minutes
selftests:
	@$(lab)/selftests $(LAB) $(or $(ARCH),x86_64)

## make kernels        the plain selftests on every kernel we support, as a table
##                     (KERNELS="6.1 6.12-rt", ARCH=, TESTS=; REFRESH=1 looks
##                     for newer ones)
kernels:
	@$(lab)/kernels

## make endurance      a thousand loads and unloads with runs in flight, then an hour
##                     of ipi and storm in turn under every debug option: hours
##                     (ENDURANCE_CYCLES=1000 ENDURANCE_SECONDS=3600)
endurance:
	@$(lab)/endurance

## make trust          how often the selftest is right, out of twenty runs in a VM
trust:
	@$(lab)/trust

## make clean          removes what was built from this checkout
clean:
	@$(lab)/clean

## make distclean      removes the whole cache too: downloads, kernels
distclean: clean
	rm -rf "$(cache)"

.PHONY: all help modules install dkms dkms-add demo check check-all style kunit coverage bench cost endurance kernels seeds selftests trust clean distclean
