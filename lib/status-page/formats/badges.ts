import { SHAPES } from "@/lib/presenters/status-pages/character";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import type { PageSettings } from "@/lib/status-page/model/model";
import { imageColor } from "@/lib/status-page/render/style";
import type { BadgeFacts } from "./badge-facts";
import type { BadgeOptions } from "./badge-options";

const FONT = 'font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"';
const CHAR_WIDTH = 6.6;
/** Chinese, Japanese, and Korean letters and emojis. */
const WIDE_CHAR_WIDTH = 11.5;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f000}-\u{3ffff}]/u;
const PADDING = 10;

/** Renders a badge as SVG. */
export function badgeSvg(facts: BadgeFacts, options: BadgeOptions, theme: PageSettings["theme"]): string {
  const label = options.label ?? facts.name;
  const color = imageColor(theme, facts.state);
  const isFlat = options.style === "flat" || options.style === "flat-square";
  return isFlat ? flat(facts, label, color, options) : live(facts, label, color, options);
}

/** Two fields side by side, the label and the message. */
function flat(
  { message }: BadgeFacts,
  label: string,
  color: string,
  { style, scale, aspect }: BadgeOptions,
): string {
  const left = label === "" ? 0 : Math.round(textWidth(label) + PADDING * 2);
  const right = Math.round(textWidth(message) + PADDING * 2);
  const [name, said] = [escapeHtml(label), escapeHtml(message)];
  const radius = style === "flat" ? 3 : 0;
  return svg(
    { width: left + right, height: 20, scale, aspect, title: titleOf(label, message) },
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="${radius}"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g><g fill="#fff" ${FONT} text-anchor="middle"><text x="${left / 2}" y="14">${name}</text><text x="${left + right / 2}" y="14" stroke="#000" stroke-opacity=".35" stroke-width=".6" paint-order="stroke">${said}</text></g>`,
  );
}

/** The state's shape beside the text, in the colors of the page around it. A pulse has a ring that grows, unless motion is reduced. */
function live(
  { message, state }: BadgeFacts,
  label: string,
  color: string,
  { style, scale, aspect, colors }: BadgeOptions,
): string {
  const text = titleOf(label, message);
  const [light, dark] = [colors["background-light"], colors["background-dark"]];
  const rules = [
    `rect{fill:${light ? `#${light}` : "none"}}text{fill:#${colors["text-light"] ?? "1f2328"}}`,
    `@media(prefers-color-scheme:dark){rect{fill:${dark ? `#${dark}` : "none"}}text{fill:#${colors["text-dark"] ?? "f0f6fc"}}}`,
    style === "pulse" &&
      "circle{transform-origin:14px 12px;animation:p 2s ease-out infinite}@keyframes p{from{transform:scale(.5);opacity:.6}to{transform:scale(1.4);opacity:0}}@media(prefers-reduced-motion:reduce){circle{display:none}}",
  ];
  const ring = style === "pulse" ? `<circle cx="14" cy="12" r="8" fill="${color}"/>` : "";
  const width = Math.round(textWidth(text) + 26 + PADDING);
  return svg(
    { width, height: 24, scale, aspect, title: text },
    `<style>${rules.filter(Boolean).join("")}</style><rect width="${width}" height="24" rx="4"/>${ring}<path transform="translate(7 5) scale(.583)" fill="${color}" fill-rule="evenodd" d="${SHAPES[state]}"/><text x="26" y="16" ${FONT}>${escapeHtml(text)}</text>`,
  );
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly aspect: BadgeOptions["aspect"];
  readonly title: string;
}

function svg({ width, height, scale, aspect, title }: Frame, content: string): string {
  const name = escapeHtml(title);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="${aspect}" role="img" aria-label="${name}"><title>${name}</title>${content}</svg>`;
}

function titleOf(label: string, message: string): string {
  return label === "" ? message : `${label}: ${message}`;
}

function textWidth(text: string): number {
  return [...text].reduce((sum, char) => sum + (WIDE.test(char) ? WIDE_CHAR_WIDTH : CHAR_WIDTH), 0);
}
