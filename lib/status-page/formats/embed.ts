import { isTrouble, type PageState } from "@/lib/domain/status-pages/page-state";
import { stateColors } from "@/lib/domain/status-pages/state-colors";
import { SHAPES } from "@/lib/presenters/status-pages/character";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { PageModel } from "@/lib/status-page/model/model";
import { bannerState, headline } from "@/lib/status-page/render/view/banner";

const RELOAD_SECONDS = 60;
const STYLE =
  "body{margin:0;font:14px/1.3 system-ui,sans-serif}a{box-sizing:border-box;display:flex;gap:8px;align-items:center;height:44px;padding:0 12px;border:1px solid;border-radius:8px;text-decoration:none}b{font-weight:600;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}svg{flex:none}";

/** Renders the page for an iframe of another site: the state in one line, without a script. */
export function embedDocument(model: PageModel, aged: boolean): string {
  const { theme, url, name, language, colorScheme } = model.settings;
  const { state, said } = statement(model, aged);
  const { light, dark } = theme;
  const colors = (palette: typeof light) =>
    `a{color:${palette.foreground};background:${palette.background};border-color:${stateColors(palette)[state]}}path{fill:${stateColors(palette)[state]}}`;
  const [first, other] = colorScheme === "dark" ? [dark, null] : [light, colorScheme === "all" ? dark : null];
  const night = other ? `@media(prefers-color-scheme:dark){${colors(other)}}` : "";
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="${RELOAD_SECONDS}"><title>${escapeHtml(name)}</title><style>${STYLE}${colors(first)}${night}</style></head><body><a href="${escapeHtml(url)}" target="_blank" rel="noopener"><svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d="${SHAPES[state]}"/></svg><b>${escapeHtml(said)}</b></a></body></html>`;
}

/** Returns the state for the script below. `notice` is null while nothing is wrong. */
export function embedJson(model: PageModel, aged: boolean): string {
  const { state, said } = statement(model, aged);
  const { theme, name, url } = model.settings;
  const notice = isTrouble(state) ? `${name}: ${said}` : null;
  return JSON.stringify({ state, notice, color: stateColors(theme.light)[state], url });
}

/**
 * Returns a script that shows a notice in the corner of another site while something is wrong, polls every minute, and doesn't
 * return during the visit once it was closed. Takes texts as text, never as markup.
 */
export function embedScript(model: PageModel): string {
  // `<` could end a script element if a site inlines the file.
  const url = JSON.stringify(model.settings.url).replaceAll("<", "\\u003c");
  return `(function(){var u=${url},k="status-notice "+u,b;
function el(n,t,s){var e=document.createElement(n);e.textContent=t;e.style.cssText=s;return e}
function show(d){if(b){if(b.n===d.notice)return;b.remove();b=null}
var m=d.notice;try{if(sessionStorage.getItem(k)===m)m=null}catch(e){}
if(!m)return;
b=el("div","","position:fixed;z-index:2147483000;right:16px;bottom:16px;max-width:calc(100vw - 32px);box-sizing:border-box;display:flex;gap:12px;align-items:center;padding:12px 16px;border-radius:8px;border-left:6px solid "+d.color+";background:#fff;color:#111;font:14px/1.4 system-ui,sans-serif;box-shadow:0 4px 24px #0004");
b.n=m;b.setAttribute("role","status");
var a=el("a",m,"color:inherit;font-weight:600");a.href=u;a.target="_blank";a.rel="noopener";
var x=el("button","\\u00d7","border:0;background:none;color:inherit;font:20px/1 system-ui;cursor:pointer;padding:4px");x.type="button";x.setAttribute("aria-label",${JSON.stringify(wordsOf({ language: model.settings.language }).embed.close)});
x.onclick=function(){try{sessionStorage.setItem(k,m)}catch(e){}b.remove();b=null};
b.append(a,x);document.body.append(b)}
function ask(){if(!document.hidden)fetch(u+"/embed.json").then(function(r){if(r.ok)return r.json().then(show)}).catch(function(){})}
function go(){ask();setInterval(ask,6e4)}
document.body?go():addEventListener("DOMContentLoaded",go)})();
`;
}

interface Statement {
  readonly state: PageState;
  readonly said: string;
}

/** Returns the page's state. A page that couldn't be rendered recently isn't shown as operational. */
function statement(model: PageModel, aged: boolean): Statement {
  const stale = model.stale || aged;
  return { state: bannerState({ ...model, stale }), said: headline({ ...model, stale }) };
}
