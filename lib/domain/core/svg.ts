import { SvgLimits, SvgRefused } from "./svg-limits";
import { type XmlTag, xmlTokens } from "./xml-tokens";

/** Drawing elements only: no script, style, link, foreignObject, image, or animation. */
const ELEMENTS = new Set(
  "svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop clipPath title desc".split(
    " ",
  ),
);
const ATTRIBUTES = new Set(
  (
    "xmlns viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform fill fill-rule fill-opacity stroke " +
    "stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity " +
    "id offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clip-path clip-rule clipPathUnits " +
    "preserveAspectRatio font-family font-size font-weight font-style text-anchor letter-spacing " +
    "dominant-baseline dx dy version role aria-label color href vector-effect overflow display visibility"
  ).split(" "),
);

/**
 * Reduces an SVG to drawing elements and attributes. Throws `SvgRefused` if it can't be parsed or would take too long to draw. It is also
 * served sandboxed; this keeps copies harmless. References may only point into the image itself.
 */
export function cleanSvg(source: string): string {
  const out: string[] = [];
  const open: string[] = [];
  const limits = new SvgLimits();
  let skipped = 0;
  for (const token of xmlTokens(source)) {
    if (token === null) throw unreadable();
    if (typeof token === "string") {
      limits.text(token);
      if (skipped === 0 && open.length > 0) out.push(escapeText(token));
      continue;
    }
    const { name, isClosing, isEmpty } = token;
    if (isClosing) {
      if (open.pop() !== name) throw unreadable();
      limits.close();
      if (skipped > 0) skipped -= 1;
      else out.push(`</${name}>`);
      continue;
    }
    limits.open(token, open.length);
    const isDropped = skipped > 0 || !ELEMENTS.has(name);
    if (!isDropped) out.push(`<${name}${cleanAttributes(token)}${isEmpty ? "/>" : ">"}`);
    if (isEmpty) continue;
    open.push(name);
    if (isDropped) skipped += 1;
  }
  const clean = out.join("").trim();
  if (open.length > 0 || !clean.startsWith("<svg")) throw unreadable();
  return clean.includes('xmlns="') ? clean : clean.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
}

function unreadable(): SvgRefused {
  return new SvgRefused("The SVG cannot be read");
}

function cleanAttributes({ attributes }: XmlTag): string {
  let kept = "";
  for (const [rawName, rawValue] of attributes) {
    const name = rawName === "xlink:href" ? "href" : rawName;
    const value = rawValue.trim();
    if (!ATTRIBUTES.has(name) || !isHarmless(name, value)) continue;
    kept += ` ${name}="${value.replaceAll('"', "&quot;").replaceAll("<", "&lt;")}"`;
  }
  return kept;
}

/** Only these hold a drawing. Checking others takes longer than their length suggests. */
const LONG = new Set(["d", "points", "transform"]);
const SHORT_MAX_CHARS = 1000;

function isHarmless(name: string, value: string): boolean {
  if (value.length > SHORT_MAX_CHARS && (!LONG.has(name) || /["<&]/.test(value))) return false;
  if (name === "href") return /^#[\w.-]+$/.test(value);
  if (name === "xmlns") return value === "http://www.w3.org/2000/svg";
  // Entities could hide what the following tests look for.
  if (/&(?!amp;|lt;|gt;|quot;|apos;)/.test(value)) return false;
  const references = value.match(/url\([^)]*\)?/gi) ?? [];
  return (
    references.every((reference) => /^url\(\s*['"]?#[\w.-]+['"]?\s*\)$/i.test(reference)) &&
    !/script:|data:/i.test(value)
  );
}

function escapeText(text: string): string {
  return text.replace(/&(?!amp;|lt;|gt;|quot;|apos;|#\d{1,6};)/g, "&amp;");
}
