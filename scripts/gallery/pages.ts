import type { HttpStep, MailStep } from "@/lib/notify/notice";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import type { MessageScene } from "@/lib/testing/notifications/message-scenes";
import { PHONE_STYLE } from "@/lib/testing/providers/phone";
import type { Provider } from "@/lib/testing/providers/provider";
import { galleryPage } from "./html";
import { stepsOf } from "./payloads";

/** Returns all pages by name: one per vendor, and for emails one with styles, one without, and one with plain texts. */
export function galleryPages(
  scenes: readonly MessageScene[],
  providers: readonly Provider[],
): Map<string, string> {
  const pages = new Map<string, string>();
  for (const provider of providers) {
    const { name, app, look } = provider;
    const items = scenes.map((scene): [string, string] => {
      const steps = stepsOf(scene, app, provider) as HttpStep[];
      return [scene.name, steps.map(look.html).join("")];
    });
    pages.set(name, galleryPage(name, look.style, items));
  }
  const mails = scenes.map((scene): [string, MailStep] => [
    scene.name,
    stepsOf(scene, "email", null)[0] as MailStep,
  ]);
  pages.set(
    "mail",
    mailPage(mails, ({ html }) => html),
  );
  pages.set(
    "mail-unstyled",
    mailPage(mails, ({ html }) =>
      html.replace(/<style>[^<]*<\/style>/, "").replace(/<meta name="(supported-)?color-scheme"[^<>]*>/g, ""),
    ),
  );
  pages.set(
    "mail-text",
    galleryPage(
      "mail-text",
      PHONE_STYLE,
      mails.map(([name, { text }]) => [name, `<div class="card pre">${escapeHtml(text)}</div>`]),
    ),
  );
  return pages;
}

/** Returns an email's hidden preheader, which inboxes show in lists. */
function previewOf(html: string): string {
  const hidden =
    html.split('<div style="').find((part) => part.split('"')[0]?.includes("display:none")) ?? "";
  return hidden.slice(hidden.indexOf(">") + 1, Math.max(0, hidden.indexOf("&#847;")));
}

/** Renders each email in its own frame, because its style sheet is for a whole page, with its inbox line above. */
function mailPage(mails: readonly [string, MailStep][], html: (mail: MailStep) => string): string {
  const items = mails.map(([name, mail]): [string, string] => {
    const preview = previewOf(mail.html);
    const list = `<p class="list"><b>${escapeHtml(mail.subject)}</b> – ${preview}</p>`;
    return [name, `${list}<iframe srcdoc="${escapeHtml(html(mail))}" title="${escapeHtml(name)}"></iframe>`];
  });
  const style = `:root{color-scheme:light dark}iframe{width:100%;height:420px;border:0}.list{margin:0 0 6px;font-size:13px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}`;
  return galleryPage("mail", style, items);
}
