import type { Message } from "./message";
import { cut } from "./wording";

/** The GSM 03.38 default alphabet. Extension characters count as two. */
const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const EXTENDED = "^{}\\[~]|€";
const SEGMENTS_MAX = 2;
const FACTS_MAX = 2;

/** Returns how many segments the text is billed as: 160 or 153 characters each in GSM-7, 70 or 67 in UCS-2. */
export function smsSegments(text: string): number {
  const isGsm = [...text].every((point) => BASIC.includes(point) || EXTENDED.includes(point));
  const units = isGsm
    ? [...text].reduce((sum, point) => sum + (EXTENDED.includes(point) ? 2 : 1), 0)
    : text.length;
  const [single, joined] = isGsm ? [160, 153] : [70, 67];
  return units <= single ? 1 : Math.ceil(units / joined);
}

/** Replacements within GSM-7: a single character outside of it would halve the segment size. */
const PLAIN: [RegExp, string][] = [
  [/…/g, "..."],
  [/[–—]/g, "-"],
  [/[“”]/g, '"'],
  [/[‘’]/g, "'"],
];

/** Returns title, facts, and link in at most two segments. Facts are dropped first, then the title is cut; the link stays whole. */
export function smsText(message: Message): string {
  const title = gsm(message.title);
  const { url } = message.link;
  const facts = message.facts.slice(0, FACTS_MAX).map(({ label, value }) => gsm(`${label}: ${value}`));
  for (let kept = facts.length; kept >= 0; kept -= 1) {
    const text = [title, ...facts.slice(0, kept), url].join("\n");
    if (smsSegments(text) <= SEGMENTS_MAX) return text;
  }
  for (let length = title.length - 1; length > 0; length -= 1) {
    const text = `${gsm(cut(title, length))}\n${url}`;
    if (smsSegments(text) <= SEGMENTS_MAX) return text;
  }
  return cut(title, 60);
}

function gsm(text: string): string {
  return PLAIN.reduce((plain, [odd, usual]) => plain.replace(odd, usual), text);
}
