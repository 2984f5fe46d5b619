import {
  BANNER_TINT,
  CALENDAR_TINT,
  OVERDUE_TINT,
  SYMBOL_SHARE,
} from "@/lib/domain/status-pages/page-colors";

/** Styles of every document. */
export const BASE = `
*{box-sizing:border-box;margin:0}
body{background:var(--bg);color:var(--fg);font:1rem/1.5 var(--font);overflow-wrap:anywhere}
.w{max-width:var(--w);margin:0 auto;padding:min(5vw,2.5rem) 1rem 3rem}
a{color:inherit;text-decoration-color:var(--mu);text-underline-offset:.2em}
h2 a,h3 a,.c>a,.brand{text-decoration-color:#0000}
a:hover{text-decoration-color:currentColor}
:focus-visible{outline:2px solid var(--fg);outline-offset:2px}
ul,ol,summary{padding:0;list-style:none}
h1,h2,h3{line-height:1.3}h1{font-size:1.5rem}h2,h3{font-size:1.0625rem}
b,h1,h2,h3,.brand,legend,label,.due,.c>a{font-weight:600}
::before,.b{forced-color-adjust:none}
time,.st{white-space:nowrap}
.k{position:absolute;inset-inline-start:-99rem}.k:focus{inset-inline-start:1rem}
.top,.ax{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:center;justify-content:space-between}
.top{margin-bottom:1.25rem}
.brand{font-size:1.125rem;padding:.5rem 0}
summary,.btn{cursor:pointer}summary::-webkit-details-marker{display:none}
.btn{display:inline-block;border:1px solid var(--line);border-radius:var(--r);padding:.5rem .875rem;font:inherit;background:var(--card);color:inherit}
.card{background:var(--card);border:var(--bw) solid var(--line);border-radius:calc(var(--r)*1.5);padding:1rem 1.125rem}
.sub,.c{position:relative}
.sub>.card,.n>.card{position:absolute;z-index:3;top:calc(100% + .5rem);inset-inline-end:0;width:min(22rem,92vw);background:var(--bg);border-width:1px;box-shadow:0 8px 32px #0003}
.m,.st{font-size:.875rem}.m{color:var(--mu)}
section{margin-top:2rem}
section>h2,section>.ax{margin-bottom:.75rem}
.sub li+li,.inc,.warn{margin-top:.75rem}
.md{margin:.5rem 0}.md>*+*{margin-top:.5rem}
footer{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--line);display:flex;flex-wrap:wrap;gap:.5rem 1.25rem}
`;

const FORM = `
form{display:grid;gap:.75rem}label{display:grid;gap:.375rem}
input,select{font:inherit;font-weight:400;padding:.5rem .75rem;border:1px solid var(--mu);border-radius:var(--r);background:var(--bg);color:inherit;width:100%}
.btn.go{background:var(--fg);border-color:var(--fg);color:var(--bg)}
form+a{display:inline-block;margin-top:.625rem}
[role=alert]{color:color-mix(in srgb,var(--c) ${SYMBOL_SHARE}%,var(--fg));font-weight:600}
`;

/** The symbol of a state, in the banner and beside the words. */
const SYMBOLS = `
.now::before,.st::before{content:"";flex:none;width:24px;height:24px;background:color-mix(in srgb,var(--c) ${SYMBOL_SHARE}%,var(--fg));clip-path:var(--i)}
.st{display:flex;gap:.375rem;align-items:center}
.st::before{margin:-3px;scale:.75}
.inc>.st{font-size:1.0625rem;white-space:normal}
`;

/**
 * Bars, one per day, and the cards of days. Shapes tell states apart without color: too tall (major), broken, half, a stub. Operational days
 * are the background. The last line draws the gaps over everything, because gradients as fine as a pixel are uneven.
 */
const BARS = `
.b{display:block;grid-column:1/-1;position:relative;height:var(--h);margin:.5rem 0 .25rem;background:var(--f);print-color-adjust:exact;pointer-events:none}
.b svg{position:absolute;z-index:1;width:100%;height:100%}
.b line{stroke:var(--card);stroke-width:9rem;stroke-dasharray:0 var(--g) calc(1px - var(--g)) 0}
.b .s0{stroke:var(--f);stroke-dasharray:none}
.n{position:absolute;inset-block:0;pointer-events:auto;--x:calc((var(--t,0)*10 + var(--u,0))*100%/var(--n));inset-inline-start:var(--x);width:calc(100%/var(--n))}
.n,.n p::before,.leg li::before{background:var(--f)}
div.n::after,.c>a::after{content:"";position:absolute;inset:-.25rem -.375rem -.5rem}
div.n:hover,.n:focus{background:var(--fg)}
.n>.card{opacity:0;pointer-events:none;inset-inline:0 auto;translate:calc(-1*var(--x));width:15rem;padding:.625rem .875rem;font-size:.875rem}
.n:hover>div,.n:focus-within>div{opacity:1;pointer-events:auto}
.n p::before,.leg li::before{content:"";display:inline-block;width:.5rem;height:.875rem;margin-inline-end:.5rem;vertical-align:-.0625rem}
.n a{display:block}
.n.s5::before{content:"";position:absolute;inset:-.25rem 0;inset-inline-end:var(--e);background:inherit}li.s5::before{scale:1 1.4}
.s1,.s5{--f:var(--c)}
.s0{--f:color-mix(in srgb,var(--c) 40%,var(--card))}
.s2,.s3,.s4{--l:color-mix(in srgb,var(--c) 30%,var(--bg))}
.s4{--f:linear-gradient(var(--c) 40%,var(--l) 0 60%,var(--c) 0)}
.s3{--f:linear-gradient(var(--l) 50%,var(--c) 0)}
.s2{--f:linear-gradient(var(--l) 75%,var(--c) 0)}
`;

/** Groups of components. The bars of all rows have the same width, so that the days line up. */
const GROUPS = `
.c>b::before{content:"▸";content:"▸"/"";display:inline-block;width:1.25rem;color:var(--mu)}[open]>.c>b::before{content:"▾";content:"▾"/""}
.g ul{border-top:1px solid var(--line)}.g li{padding-inline-start:2.375rem}.g li .b,.g li .f{margin-inline-start:-1.25rem}.g li>a{font-weight:400}
`;

/** Places bars by the tens and units of their day. */
const PLACES = [..."tu"]
  .flatMap((unit) => [..."123456789"].map((digit) => `.${unit}${digit}{--${unit}:${digit}}`))
  .join("");

/**
 * Mirrors the parts that CSS doesn't: bars run from right to left, so that today is where the reader's line ends. Charts keep their
 * direction, and what owners wrote has that of its own language.
 */
export const RIGHT_TO_LEFT = ".b svg{scale:-1 1}.n>.card{translate:var(--x)}.md *{unicode-bidi:plaintext}";

/** The same for groups. */
export const GROUPS_RIGHT_TO_LEFT = '.c>b::before{content:"◂";content:"◂"/""}';

/** Rules that are left out unless the document contains a text. */
export const OPTIONAL: ReadonlyArray<readonly [text: string, rules: string]> = [
  ["<form", FORM],
  [
    "<code>",
    ".sub code{display:block;direction:ltr;font-size:.8125rem;background:var(--card);padding:.375rem .5rem}",
  ],
  ["<ul>", ".md ul{padding-inline-start:1.25rem;list-style:disc}"],
  ["<ol>", ".md ol{padding-inline-start:1.25rem;list-style:decimal}"],
  ["<pre>", ".md pre{overflow:auto}"],
  [
    '"due s3"',
    `.due.s3{background:color-mix(in srgb,var(--c) ${OVERDUE_TINT}%,var(--bg));padding:.375rem .625rem}`,
  ],
  ['class="st', SYMBOLS],
  ['class="b ', `${BARS}${PLACES}`],
  ['class="g"', GROUPS],
];

/** A row of days above a document that shows none. */
const ROW =
  'h1::before{content:"";display:block;height:2.5rem;margin-bottom:1.75rem;background:repeating-linear-gradient(90deg,var(--mu) 0 .375rem,#0000 0 .625rem);opacity:.45;mask:var(--k)}';

/** It breaks off where there is nothing. */
const GAP = `:root{--k:linear-gradient(90deg,#000 50%,#0000 0 70%,#000 0)}${ROW}`;

/** It's shut by a lock, alike for every page. */
const SHUT = `:root{--k:linear-gradient(90deg,#000 calc(50% - 4rem),#0000 calc(50% - 1.25rem) calc(50% + 1.25rem),#000 calc(50% + 4rem))}${ROW}h1{position:relative}h1::after{content:"";position:absolute;left:calc(50% - 12px);top:calc(1.25rem - 12px);width:24px;height:24px;background:var(--fg);clip-path:path(evenodd,"M7 10V7a5 5 0 0 1 10 0v3h2v11H5V10zm2 0h6V7a3 3 0 0 0-6 0z")}`;

/** Styles that only some documents need. */
export const PARTS = {
  home: `
.now{display:flex;gap:.75rem;background:color-mix(in srgb,var(--c) ${BANNER_TINT}%,var(--bg));border-color:color-mix(in srgb,var(--c) 50%,var(--bg))}
.now::before{margin:4px 2px;scale:1.2}
.now .m{color:inherit}
.list{padding:0}
.list li+li{border-top:1px solid var(--line)}
.c>a::after{inset:0}
.c{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 .75rem;align-items:center;padding:.75rem 1.125rem}
.f{grid-column:1/-1;order:1;font-size:.8125rem;color:var(--mu)}
.list>:last-child{border:0}.list .ax{padding:0 1.125rem .625rem}
.leg{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:.75rem}
section>p:last-child{margin-top:.75rem}
.day{padding:.75rem 0;border-top:1px solid var(--line)}
`,
  form: `.w{max-width:25rem;padding-top:12vh}main form{margin-top:1.5rem;gap:1rem}h1+p{margin-top:.5rem}input,.btn{padding-block:.625rem}.btn{background:var(--fg);color:var(--bg);width:100%}${SHUT}`,
  missing: `main.w{max-width:27rem;padding-top:12vh}.w>main:first-child{max-width:25rem;margin:auto;padding-top:12vh}.top~main{padding:4vh 0}h1{max-width:25rem}h1+p{margin:.5rem 0 1.25rem}.btn{text-decoration:none}${GAP}`,
  choice:
    ".w{max-width:24rem}main form{margin-top:1rem}main .btn{width:100%}[aria-pressed=true]{background:var(--fg);color:var(--bg)}",
  subscribe: `
.w{max-width:38rem}main form{gap:1.25rem;margin-top:1rem}form+form{margin-top:2rem;padding-top:1.5rem;border-top:1px solid var(--line)}
h1+p{margin-top:.5rem}main>p+p{margin-top:.75rem}
fieldset{margin:0;padding:0;border:0;min-width:0}legend{padding:0}
.o{display:flex;gap:.625rem;align-items:center;font-weight:400;padding:.5rem 0;cursor:pointer}
.o input{width:1.125rem;height:1.125rem;margin:0;flex:none;accent-color:var(--fg)}
.all{max-height:24rem;overflow:auto;margin-top:.5rem;padding:.375rem 1rem}
details>fieldset{margin-top:1rem}.all fieldset{padding:.5rem 0}.all legend{font-size:.875rem;color:var(--mu);padding-top:.5rem}
[role=status]{margin-top:1rem}
`,
  incident: `
.st{align-items:start;white-space:normal;margin-top:.5rem}.st+.due{margin-top:.75rem}
.tl li{position:relative;margin-inline-start:.3125rem;padding:0 0 1.5rem;padding-inline-start:1.25rem;border-inline-start:2px solid var(--line)}
.tl li:last-child{border-color:#0000}
.tl li::before{content:"";position:absolute;inset-inline-start:-.4375rem;top:.375rem;width:.75rem;height:.75rem;border-radius:50%;background:var(--bg);border:2px solid var(--mu)}
.tl li:first-child::before{background:var(--c);border-color:var(--c)}
`,
  component: `
.b{height:3rem;margin-top:1.25rem;--card:var(--bg)}
h1+.st{margin-top:.25rem}
.dl li{padding:.5rem 0;border-top:1px solid var(--line);display:grid;grid-template-columns:5rem 1fr}
.dl p,.dl a{grid-column:2}
div.n::after{inset-inline:0}
:target{background:var(--card)}
.rt input{position:absolute;opacity:0;width:auto}
.rg{display:flex;gap:.25rem;margin-bottom:.75rem}
.rg label{border:1px solid var(--line);border-radius:var(--r);padding:.375rem .75rem;font-size:.875rem;cursor:pointer}
.rt figure{margin:0}.rt .p24,.rt .p168,.rt .p720{display:none}
#r24:checked~.p24,#r168:checked~.p168,#r720:checked~.p720{display:block}
#r24:checked~.rg .l24,#r168:checked~.rg .l168,#r720:checked~.rg .l720{background:var(--fg);color:var(--bg);border-color:var(--fg)}
#r24:focus-visible~.rg .l24,#r168:focus-visible~.rg .l168,#r720:focus-visible~.rg .l720{outline:2px solid var(--fg);outline-offset:2px}
.plot{direction:ltr;display:block;width:100%;height:13rem;font-size:.75rem;overflow:visible}
.plot text{fill:var(--mu);paint-order:stroke;stroke:var(--bg);stroke-width:4px}.plot path{fill:none;vector-effect:non-scaling-stroke}
.gr{stroke:var(--line)}.bd{fill:var(--fg)!important;opacity:.07}.hi{stroke:var(--mu);stroke-dasharray:3 3}.md0{stroke:var(--fg);stroke-width:1.75}
.ln{display:inline-block;margin-inline-end:1rem}.ln::before{content:"";display:inline-block;width:1.25rem;margin-inline-end:.375rem;vertical-align:.25em;border-top:2px solid var(--fg)}.ln.hi::before{border-top:2px dashed var(--mu)}
.rt figcaption{margin-bottom:1rem}
.cal{display:grid;grid-template-columns:repeat(auto-fill,14.5rem);gap:1.5rem .75rem;align-items:start}
.cal table{border-collapse:separate;border-spacing:.1875rem;font-size:.75rem;font-variant-numeric:tabular-nums}
.cal caption{text-align:start;font-size:.875rem;font-weight:600;padding-bottom:.25rem}
.cal th{font-weight:400;color:var(--mu)}
.cal td{width:1.875rem;height:1.875rem;text-align:center;border-radius:.25rem}
.cal td[class]{background:color-mix(in srgb,var(--c) ${CALENDAR_TINT}%,var(--bg));border-bottom:3px solid var(--c)}.cal td.s0{background:none;border-color:var(--line)}
.cal a{display:block;line-height:1.6875rem;font-weight:700}
`,
  history: `
.ax{row-gap:.5rem}.at{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}.at label{font-weight:400;font-size:.875rem;color:var(--mu)}
.at input{width:auto}
.pg{display:flex;justify-content:space-between;margin-top:2rem}
:target{scroll-margin-top:1rem;outline:2px solid var(--line);outline-offset:.5rem}
`,
  plain: "h1+p,h1+ul{margin-top:.5rem}h1+ul li{padding:.375rem 0}",
} as const;
