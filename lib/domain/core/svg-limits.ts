import type { XmlTag } from "./xml-tokens";

/** An SVG that is refused. The message says why, as a sentence without its period. */
export class SvgRefused extends Error {}

/** Elements that draw their content again, so that a few bytes can take minutes to draw. */
const EXPANDING = new Set(["use", "symbol", "pattern", "mask", "filter", "marker"]);
const GRADIENTS = new Set(["linearGradient", "radialGradient"]);
const ELEMENTS_MAX = 5000;
const TEXTS_MAX = 50;
const TEXT_MAX_CHARS = 20_000;
const CLIPS_MAX = 50;
const DEPTH_MAX = 30;

/** Refuses drawings that take far longer to draw than to read, tag by tag. */
export class SvgLimits {
  #elements = 0;
  #texts = 0;
  #textChars = 0;
  #clips = 0;
  /** How many elements are open inside the current clip path, itself included. */
  #inClip = 0;
  readonly #gradients = new Set<string>();
  readonly #inherited = new Set<string>();

  /** Throws `SvgRefused` if the opening tag exceeds a limit. `depth` is how many elements are open around it. */
  open({ name, attributes, isEmpty }: XmlTag, depth: number): void {
    this.#elements += 1;
    if (this.#elements > ELEMENTS_MAX) throw new SvgRefused(`The SVG has more than ${ELEMENTS_MAX} elements`);
    if (depth >= DEPTH_MAX) throw new SvgRefused(`The SVG is nested deeper than ${DEPTH_MAX} levels`);
    if (EXPANDING.has(name))
      throw new SvgRefused(`The SVG contains <${name}>. Convert the drawing to plain paths`);
    if (name === "text" || name === "tspan") this.#texts += 1;
    if (this.#texts > TEXTS_MAX) throw new SvgRefused(`The SVG has more than ${TEXTS_MAX} texts`);
    this.#clip(name, attributes, isEmpty);
    if (GRADIENTS.has(name)) this.#gradient(attributes);
  }

  /** Throws `SvgRefused` if the texts between the tags are too long. */
  text(text: string): void {
    this.#textChars += text.trim().length;
    if (this.#textChars > TEXT_MAX_CHARS)
      throw new SvgRefused(`The SVG has more than ${TEXT_MAX_CHARS} characters of text`);
  }

  close(): void {
    if (this.#inClip > 0) this.#inClip -= 1;
  }

  #clip(name: string, attributes: XmlTag["attributes"], isEmpty: boolean): void {
    const uses = attributes.some(([attribute]) => attribute === "clip-path");
    if (uses) this.#clips += 1;
    if (this.#clips > CLIPS_MAX) throw new SvgRefused(`The SVG uses clip-path more than ${CLIPS_MAX} times`);
    const isInside = name === "clipPath" || this.#inClip > 0;
    if (isInside && uses) throw new SvgRefused("The SVG has a clip path inside another one");
    if (isInside && !isEmpty) this.#inClip += 1;
  }

  /** A gradient can take its colors from another one, which mustn't take them from a third. */
  #gradient(attributes: XmlTag["attributes"]): void {
    const textOf = (wanted: RegExp) => attributes.find(([name]) => wanted.test(name))?.[1].trim();
    const from = textOf(/^(xlink:)?href$/)?.replace(/^#/, "");
    if (from === undefined) return;
    const own = textOf(/^id$/) ?? "";
    this.#gradients.add(own);
    this.#inherited.add(from);
    if (this.#gradients.has(from) || this.#inherited.has(own))
      throw new SvgRefused("The SVG has a chain of gradients that refer to each other");
  }
}
