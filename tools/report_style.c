// SPDX-License-Identifier: GPL-2.0-only
/* How a report looks: on a desk, on a phone, in the dark and on paper */
#include "report.h"

#define LIGHT \
	"--ground:#fff;--panel:#f4f5f7;--ink:#1b1f24;--soft:#565d66;--grid:#d9dde2;" \
	"--faster:#1a7f4b;--slower:#b3361e;--same:#4a5dab;--unclear:#6b6f76;--link:#0b5cad;" \
	"--warn:#fff3c4;--edge:#a86f00;" \
	"--c0:#0b62b0;--c1:#b8500a;--c2:#187a54;--c3:#a02f7a;--c4:#6a5300;--c5:#5a4fc4;" \
	"--c6:#007a8a;--c7:#8c2f2f;"

#define DARK \
	"--ground:#14171b;--panel:#1f242a;--ink:#e8eaed;--soft:#aab2bd;--grid:#3a414a;" \
	"--faster:#4cc38a;--slower:#ff8f73;--same:#9db0ff;--unclear:#a9afb8;--link:#7db8ff;" \
	"--warn:#3d3000;--edge:#f0b429;" \
	"--c0:#6cb6ff;--c1:#ffa45c;--c2:#56d19a;--c3:#f28fd0;--c4:#e0c34a;--c5:#b3a8ff;" \
	"--c6:#4fd0e0;--c7:#ff9d9d;"

const char ipb_report_style[] =
":root{color-scheme:light dark;" LIGHT "}\n"
"@media (prefers-color-scheme:dark){:root{" DARK "}}\n"
"*{box-sizing:border-box}\n"
"body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}\n"
"header,main{max-width:76rem;margin:0 auto;padding:0 1rem}\n"
"h1{font-size:1.6rem;line-height:1.2;margin:1.2rem 0 .3rem}\n"
"h2{font-size:1.3rem;margin:2rem 0 .5rem;border-bottom:2px solid var(--grid)}\n"
"h3{font-size:1.05rem;margin:1.4rem 0 .4rem}\n"
"h1,h2,p,li,td,th,dd,dt,.banner,figcaption{overflow-wrap:anywhere}\n"
"a{color:var(--link)}\n"
".banner{margin:1rem 0;padding:.8rem 1rem;border:2px solid var(--edge);"
"border-left-width:.6rem;background:var(--warn)}\n"
".missing{padding:.5rem .8rem;border-left:.3rem dashed var(--soft);background:var(--panel)}\n"
".note{color:var(--soft);margin:.3rem 0}\n"
".facts{list-style:none;margin:.5rem 0;padding:0;display:flex;flex-wrap:wrap;gap:.3rem 1.2rem}\n"
".facts span,.note,caption{color:var(--soft)}\n"
".charts,.pair{display:grid;gap:1rem;"
"grid-template-columns:repeat(auto-fit,minmax(min(100%%,22rem),1fr))}\n"
".pair>*{min-width:0}\n"
".pair th{white-space:nowrap}\n"
".chart{margin:0;padding:.6rem;background:var(--panel);border-radius:.4rem;max-width:38rem;"
"min-width:0}\n"
"figcaption{font-weight:600;font-size:.95rem}\n"
".chart svg{display:block;width:100%%;height:auto}\n"
".patterns{position:absolute}\n"
".scroll{overflow-x:auto;margin:.8rem 0}\n"
".scroll:focus-visible,a:focus-visible{outline:3px solid var(--link)}\n"
"table{border-collapse:collapse;font-size:.875rem;min-width:100%%}\n"
"caption{text-align:left;padding:.2rem 0}\n"
"th,td{padding:.25rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--grid)}\n"
".bench th,.bench td{overflow-wrap:normal;white-space:nowrap}\n"
"td,th{min-width:4.5rem;max-width:26rem}\n"
".bench td,.bench th{min-width:0}\n"
".n{text-align:right;font-variant-numeric:tabular-nums}\n"
".key{display:grid;grid-template-columns:auto 1fr;gap:.2rem 1rem}\n"
".key dd{margin:0}\n"
"svg text{font:12px system-ui,sans-serif;fill:var(--ink)}\n"
"svg .tick{font-size:11px;fill:var(--soft)}\n"
/* a line behind a word does not cross it */
".interval text{paint-order:stroke;stroke:var(--panel);stroke-width:3px;stroke-linejoin:round}\n"
"svg .value{font-variant-numeric:tabular-nums}\n"
"svg .word{font-weight:600}\n"
".grid{stroke:var(--grid);fill:none}\n"
".zero{stroke:var(--ink);stroke-width:1.5;fill:none}\n"
".median{stroke:var(--ink);stroke-width:2;fill:none}\n"
".bar{stroke-width:1.2}\n"
".faster{fill:var(--faster);stroke:var(--faster)}\n"
".slower{fill:var(--slower);stroke:none}\n"
".same{fill:var(--same);stroke:none}\n"
".bar.slower{fill:url(#hatch);stroke:var(--slower)}\n"
".bar.same{fill:url(#dots);stroke:var(--same)}\n"
".bar.unclear{fill:none;stroke:var(--unclear);stroke-dasharray:3 2}\n"
".ground{fill:var(--panel);stroke:none}\n"
".curve{fill:none;stroke-width:2;stroke-linejoin:round}\n"
".c0{stroke:var(--c0)}.c1{stroke:var(--c1)}.c2{stroke:var(--c2)}.c3{stroke:var(--c3)}\n"
".c4{stroke:var(--c4)}.c5{stroke:var(--c5)}.c6{stroke:var(--c6)}.c7{stroke:var(--c7)}\n"
".d1{stroke-dasharray:7 3}.d2{stroke-dasharray:2 2}.d3{stroke-dasharray:9 3 2 3}\n"
".d4{stroke-dasharray:14 4}\n"
".h0{fill:#fff5cc}.h1{fill:#fee396}.h2{fill:#fec766}.h3{fill:#fba13f}.h4{fill:#ef7433}\n"
".h5{fill:#c23b2a}.h6{fill:#9b2338}.h7{fill:#5f1033}\n"
".heatmap .ink{fill:#000;font-size:11px}.heatmap .paper{fill:#fff;font-size:11px}\n"
".heatmap rect,.heatmap path{stroke:var(--soft);stroke-width:.4}\n"
"@media print{:root{" LIGHT "}body{font-size:10pt}header,main{max-width:none;padding:0}\n"
".chart,tr,.banner{break-inside:avoid}h2,h3{break-after:avoid}.scroll{overflow:visible}\n"
"table{font-size:7pt}td,th,.bench td,.bench th{padding:.1rem .2rem;white-space:normal;"
"min-width:0;overflow-wrap:anywhere}\n"
".charts{grid-template-columns:1fr 1fr}\n"
".heatmap,.interval,.cdf,.swatch,.banner{print-color-adjust:exact}}\n";
