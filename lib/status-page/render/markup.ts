import { Fragment, isValidElement, type ReactNode } from "react";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for HTML and SVG, in elements and in double-quoted attributes. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char) : text;
}

const VOID = new Set(["br", "hr", "img", "input", "link", "meta", "path"]);
/** Attributes whose name in markup isn't that of the property in lowercase. */
const ATTRIBUTES: Record<string, string> = {
  className: "class",
  defaultChecked: "checked",
  defaultValue: "value",
  htmlFor: "for",
  preserveAspectRatio: "preserveAspectRatio",
  viewBox: "viewBox",
};

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
  if (VOID.has(type)) return type === "path" ? `${open.slice(0, -1)}/>` : open;
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
    const value = props[name];
    const isFlag = typeof value === "boolean" && !name.startsWith("aria-");
    if (value === undefined || value === null || (isFlag && !value)) continue;
    text += ` ${ATTRIBUTES[name] ?? name.toLowerCase()}="${isFlag ? "" : escapeHtml(String(value))}"`;
  }
  return text;
}
