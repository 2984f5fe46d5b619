/** Rules of the API reference: code in dark panels beside the text, or below it where there isn't enough room. */
export const REFERENCE_STYLE = `
:root{--get:#11764a;--post:#3349c6;--delete:#bb2219}
@media (prefers-color-scheme:dark){:root{--get:#45cf93;--post:#9dadff;--delete:#ff8076}}
main{max-width:86rem;padding-top:0}
article,.head{padding:2.5rem 0;border-top:1px solid var(--line)}article.start{border:0}
article:not(.start){content-visibility:auto;contain-intrinsic-size:auto 34rem}
section{border-top:1px solid var(--line);margin-top:1.5rem}.head{border:0}
h2{font-size:1.6rem;margin:0}h3{font-size:1.15rem;margin:0}h3 a{color:inherit;text-decoration:none}h3 a:hover{text-decoration:underline}
h4{font-size:.875rem;color:var(--ink);font-weight:600;margin:2rem 0 0}
.read{max-width:40rem;min-width:0}.read>p{margin:.5rem 0}.start h4{font-size:1rem}
.address{font-size:.9rem}.address code{background:none;padding:0}
.verb{font:600 .6875rem/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;display:inline-block;flex:none;min-width:2.4rem}
.get{color:var(--get)}.post{color:var(--post)}.delete{color:var(--delete)}
.fields{list-style:none;margin:.5rem 0 0;padding:0;font-size:.9rem}
.fields li{margin:0;padding:.75rem 0;border-top:1px solid var(--line)}.fields li:first-child{border-top:0}
.fields p{margin:.15rem 0 0;color:var(--quiet)}.fields li>code{background:none;padding:0;font-weight:600}
.fields .fields{border:1px solid var(--line);border-radius:8px;padding:0 .85rem}
.must{color:var(--delete);font-size:.75rem}small{font-size:.8rem}
.fields details summary{margin-top:.35rem;font-size:.8125rem}
.more{margin-top:1.5rem}.more>summary{font-weight:600;font-size:.875rem;color:var(--ink)}.more+.more{margin-top:.5rem}.more+.quiet,h4+p+.quiet{font-size:.875rem}
.code{min-width:0}.code figure{margin:0 0 1rem;background:#12151c;color:#dfe3ea;border-radius:10px;overflow:hidden;border:1px solid #252931;--get:#45cf93;--post:#9dadff;--delete:#ff8076}
figcaption{display:flex;align-items:center;gap:.5rem;padding:.5rem .9rem;font-size:.8rem;color:#a3aab5;border-bottom:1px solid #252931;overflow-wrap:anywhere}
.code pre{background:none;border:0;border-radius:0;margin:0;padding:.75rem .9rem;max-height:26rem;font-size:.8125rem}.code i{font-style:normal;color:#9dadff}
.code code{background:none;font-size:inherit}
.code :focus-visible{outline-color:#9dadff;outline-offset:-2px}
.code ul{list-style:none;margin:0;padding:.4rem 0}.code li{margin:0}.code li a{display:flex;gap:.5rem;align-items:baseline;padding:.3rem .9rem;color:#dfe3ea;text-decoration:none;font:.8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;overflow-wrap:anywhere}.code li a:hover{background:#1d212a}
figcaption button{margin-left:auto;font:inherit;color:inherit;background:none;border:0;cursor:pointer;padding:.25rem .5rem;margin-block:-.25rem}figcaption button:hover{color:#fff}
#all input{width:100%;font:inherit;color:inherit;background:var(--bg);border:1px solid var(--line);border-radius:6px;padding:.5rem .7rem;margin-bottom:.75rem}
#all summary{list-style:none;display:flex;align-items:center;min-height:2rem}#all summary::-webkit-details-marker{display:none}#all summary::after{content:"";width:.4rem;height:.4rem;border:solid var(--quiet);border-width:0 1.5px 1.5px 0;rotate:-45deg;margin-left:auto;margin-right:.25rem}#all [open]>summary::after{rotate:45deg}
#all .none{color:var(--quiet)}
@media (min-width:80rem){article,.head{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,30rem);gap:0 4rem}.code{position:sticky;top:1.5rem;align-self:start}.code pre{max-height:38vh}}
@media (max-width:79.99rem){.code{margin-top:1.5rem;max-width:40rem}.head .code{margin-top:1rem}}
@media (pointer:coarse){figcaption button{min-height:2.75rem;margin-block:-.75rem}#all summary,#all li a,.code li a{min-height:2.75rem;align-items:center}}
`;
