import { Fragment, isValidElement, type ReactNode } from "react";
import { escapeHtml } from "@/lib/shared/text/escape-html";

const VOID = new Set(["br", "hr", "img", "input", "link", "meta"]);
const SAME_IN_LOWERCASE = [
  "action",
  "alt",
  "autoComplete",
  "charSet",
  "content",
  "dateTime",
  "dir",
  "hidden",
  "href",
  "hrefLang",
  "id",
  "lang",
  "max",
  "maxLength",
  "media",
  "method",
  "name",
  "open",
  "property",
  "rel",
  "required",
  "role",
  "scope",
  "src",
  "title",
  "type",
  "value",
];
/** Properties of elements and their names in markup. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ["className", "class"],
  ["defaultChecked", "checked"],
  ["defaultValue", "value"],
  ["htmlFor", "for"],
  ...SAME_IN_LOWERCASE.map((name) => [name, name.toLowerCase()] as const),
]);

/** The properties of an element of a public page. */
interface Props {
  readonly children?: ReactNode;
  readonly dangerouslySetInnerHTML?: { readonly __html: string };
  readonly [name: string]: unknown;
}

/**
 * Renders functions and HTML elements to a string. Public pages are rendered after every change and have no hooks, state, or scripts. React's
 * own renderer prepares for all of them.
 */
export function toMarkup(node: ReactNode): string {
  if (typeof node === "string") return escapeHtml(node);
  if (typeof node === "number") return String(node);
  if (Array.isArray(node)) return manyToMarkup(node);
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (!isValidElement<Props>(node)) throw new TypeError(`a public page can't contain a ${typeof node}`);
  const { type, props } = node;
  if (type === Fragment) return toMarkup(props.children);
  if (typeof type === "function") return toMarkup((type as (props: Props) => ReactNode)(props));
  if (typeof type !== "string") throw new TypeError(`a public page can't contain a ${String(type)}`);
  const open = `<${type}${attributes(props)}>`;
  if (VOID.has(type)) return open;
  return `${open}${props.dangerouslySetInnerHTML?.__html ?? toMarkup(props.children)}</${type}>`;
}

function manyToMarkup(nodes: readonly ReactNode[]): string {
  let text = "";
  for (const node of nodes) text += toMarkup(node);
  return text;
}

function attributes(props: Props): string {
  let text = "";
  for (const name in props) {
    if (name === "children" || name === "dangerouslySetInnerHTML") continue;
    const attribute = ATTRIBUTES.get(name) ?? (name.startsWith("aria-") ? name : null);
    if (attribute === null) throw new TypeError(`a public page can't have the property ${name}`);
    text += attributeText(attribute, props[name]);
  }
  return text;
}

function attributeText(attribute: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean" && !attribute.startsWith("aria-")) return value ? ` ${attribute}=""` : "";
  if (typeof value === "object" || typeof value === "function")
    throw new TypeError(`a public page's ${attribute} can't be a ${typeof value}`);
  return ` ${attribute}="${escapeHtml(String(value))}"`;
}
