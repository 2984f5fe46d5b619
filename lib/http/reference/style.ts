/** The style sheet of the API reference: light and dark, one column on a phone. */
export const STYLE = `
:root{--bg:#fff;--ink:#16181d;--quiet:#5b6270;--line:#e3e5ea;--soft:#f5f6f8;--accent:#3a4fd0;--get:#0f6f4d;--post:#3a4fd0;--delete:#b3261e}
@media (prefers-color-scheme:dark){:root{--bg:#111318;--ink:#e8eaf0;--quiet:#a0a7b5;--line:#2a2e38;--soft:#1a1d24;--accent:#9db0ff;--get:#6fd3a8;--post:#9db0ff;--delete:#ff9a92}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.6 system-ui,sans-serif;display:grid;grid-template-columns:19rem minmax(0,1fr)}
a{color:var(--accent);text-underline-offset:.15em}
a:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-100vw}.skip:focus{left:1rem;top:1rem;background:var(--bg);padding:.5rem;z-index:1}
nav{position:sticky;top:0;align-self:start;height:100vh;overflow:auto;padding:1.25rem;border-right:1px solid var(--line);background:var(--soft);font-size:.875rem}
nav .brand{margin:0 0 .75rem;font-weight:650;font-size:1rem}nav .brand a{color:inherit;text-decoration:none}
nav .group{margin:1rem 0 .25rem;font-weight:600}nav .group a{color:var(--ink);text-decoration:none}
nav ul{list-style:none;margin:0;padding:0}nav li a{display:flex;gap:.5rem;align-items:baseline;padding:.2rem 0;color:var(--quiet);text-decoration:none}
nav li a:hover{color:var(--ink)}nav summary{cursor:pointer;color:var(--quiet)}
main{padding:2.5rem clamp(1rem,4vw,3.5rem) 6rem;max-width:64rem;min-width:0}
h1{font-size:2rem;line-height:1.2;margin:0 0 1rem}h2{font-size:1.5rem;margin:3.5rem 0 0;padding-top:1rem;border-top:1px solid var(--line)}
h3{font-size:1.15rem;margin:2.5rem 0 .25rem}h3 a{color:inherit;text-decoration:none}h3 a:hover{text-decoration:underline}
h4{font-size:.9rem;margin:1.25rem 0 .35rem;color:var(--quiet)}
code{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;background:var(--soft);padding:.1em .3em;border-radius:4px;overflow-wrap:anywhere}
pre{background:var(--soft);border:1px solid var(--line);border-radius:8px;padding:.85rem 1rem;overflow:auto;margin:.25rem 0}pre code{background:none;padding:0;overflow-wrap:normal}
.verb{font:600 .72rem/1.5 ui-monospace,monospace;min-width:2.9rem;display:inline-block}
.get{color:var(--get)}.post{color:var(--post)}.delete{color:var(--delete)}
.address{margin:.1rem 0 .5rem}.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.45rem .75rem .45rem 0;border-bottom:1px solid var(--line);font-weight:400}
thead th{color:var(--quiet);font-size:.8rem}tbody th{white-space:nowrap}td:nth-child(2){color:var(--quiet);min-width:6rem}td:last-child{min-width:14rem}
.must{color:var(--delete);font-size:.75rem}.quiet,small{color:var(--quiet)}details summary{cursor:pointer;color:var(--accent);font-size:.9rem}
@media (max-width:56rem){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}main{padding-top:1.5rem}tbody th{white-space:normal;min-width:9.5rem}}
@media print{nav{display:none}body{display:block}}
`;
