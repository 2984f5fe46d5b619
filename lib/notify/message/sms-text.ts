import { cut } from "./clean";
import type { Message } from "./message";

/** GSM 03.38 default alphabet; its extension characters cost two. */
const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const EXTENDED = "^{}\\[~]|€";
const SEGMENTS_MAX = 2;

/** How many segments a text is billed as: 160 or 153 a segment in GSM-7, 70 or 67 in UCS-2. */
export function smsSegments(text: string): number {
  const isGsm = [...text].every((point) => BASIC.includes(point) || EXTENDED.includes(point));
  const units = isGsm
    ? [...text].reduce((sum, point) => sum + (EXTENDED.includes(point) ? 2 : 1), 0)
    : text.length;
  const [single, joined] = isGsm ? [160, 153] : [70, 67];
  return units <= single ? 1 : Math.ceil(units / joined);
}

/** Title and link in at most two segments: the title gives way, the link stays whole. */
export function smsText(message: Message): string {
  const gsmTitle = message.title.replaceAll("…", "...");
  for (let length = [...gsmTitle].length; length > 0; length -= 1) {
    const title = length < [...gsmTitle].length ? `${cut(gsmTitle, length).replace(/…$/, "...")}` : gsmTitle;
    const text = `${title}\n${message.link.url}`;
    if (smsSegments(text) <= SEGMENTS_MAX) return text;
  }
  return cut(gsmTitle, 60);
}
