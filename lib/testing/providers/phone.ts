import type { HttpStep } from "@/lib/notify/notice";
import { escapeHtml } from "@/lib/shared/text/escape-html";

/** The style of vendors that show messages on phones. */
export const PHONE_STYLE = `body{background:#e7ebf0;color:#111}.bub{max-width:430px;background:#fff;border-radius:12px;padding:8px 12px;white-space:pre-wrap;overflow-wrap:anywhere}
.card{max-width:430px;background:#fff;border-radius:12px;padding:10px 14px;overflow-wrap:anywhere}.card b{display:block}.pre{white-space:pre-wrap;font-size:14px}
.lock{max-width:370px;background:#333c;color:#fff;border-radius:14px;padding:8px 12px;margin:0 0 8px;font-size:14px;line-height:1.3}
.lock div{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.lock div+div{white-space:pre-line;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical}
.small{font-size:12px;color:#555;margin-top:6px}a{color:#2678b6}.btn{display:inline-block;border:1px solid #aaa;border-radius:6px;padding:3px 10px;margin-top:6px;font-size:13px}`;

/** Renders a lock screen: one line of title, two of text. */
export function lockScreen(title: string, text: string): string {
  return `<div class="lock"><div><strong>${escapeHtml(title)}</strong></div><div>${escapeHtml(text)}</div></div>`;
}

/** Renders buttons. */
export function buttons(labels: readonly string[]): string {
  return labels.map((label) => `<span class="btn">${escapeHtml(label)}</span>`).join(" ");
}

/** Parses the form in the body of a step. */
export function formBody(step: HttpStep): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(step.body));
}
