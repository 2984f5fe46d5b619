import { expect, test } from "vitest";
import { cleanSvg } from "./svg";
import { SvgRefused } from "./svg-limits";

const around = (inside: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`;

test("keeps a drawing unchanged", () => {
  const logo = around(
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs><path d="M0 0h9" fill="url(#g)"/><clipPath id="c"><rect/></clipPath><g clip-path="url(#c)"/>',
    ' viewBox="0 0 9 9"',
  );
  expect(cleanSvg(logo)).toBe(logo);
});

test.each([
  "<script>alert(1)</script>",
  "<style>*{background:url(//evil.example)}</style>",
  '<foreignObject><iframe src="//evil.example"></iframe></foreignObject>',
  '<image href="//evil.example/x.png"/>',
  '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
  '<set attributeName="href" to="javascript:alert(1)"/>',
])("removes %s with everything inside it", (inside) => {
  expect(cleanSvg(around(inside))).toBe(around(""));
});

test.each([
  ' onload="alert(1)"',
  ' style="background:url(//evil.example)"',
  ' href="//evil.example/#a"',
  ' xlink:href="data:text/html,x"',
  ' fill="url(//evil.example)"',
  ' fill="url(#a) url(//evil.example"',
  ' fill="java&#115;cript:alert(1)"',
])("removes the attribute%s", (attribute) => {
  expect(cleanSvg(around(`<path${attribute} d="M0 0"/>`))).toBe(around('<path d="M0 0"/>'));
});

test("removes the document type and its entities", () => {
  expect(cleanSvg(`<!DOCTYPE svg>${around("<text>a&b</text>")}`)).toBe(around("<text>a&amp;b</text>"));
});

const times = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join("");

test.each([
  ["copies of copies", "<use>", `<g id="a"/>${times(10, () => '<use href="#a"/>')}`],
  ["a pattern", "<pattern>", '<pattern id="p"/>'],
  ["a mask", "<mask>", '<mask id="m"/>'],
  ["a filter", "<filter>", '<filter id="f"/>'],
  [
    "clip paths that clip each other",
    "inside another",
    times(3, (at) => `<clipPath id="c${at}" clip-path="url(#c${at + 1})"/>`),
  ],
  [
    "a clipped part of a clip path",
    "inside another",
    '<clipPath id="c"><g><path clip-path="url(#d)"/></g></clipPath>',
  ],
  ["many clipped parts", "more than 50 times", times(51, () => '<g clip-path="url(#c)"/>')],
  ["a chain of gradients", "chain", times(3, (at) => `<linearGradient id="g${at}" href="#g${at + 1}"/>`)],
  ["many elements", "5000 elements", times(5001, () => "<path/>")],
  ["many texts", "50 texts", times(51, () => "<text>a</text>")],
  ["deep nesting", "30 levels", times(40, () => "<g>") + times(40, () => "</g>")],
])("refuses %s, which take far longer to draw than to read", (_, reason, inside) => {
  expect(() => cleanSvg(around(inside))).toThrow(SvgRefused);
  expect(() => cleanSvg(around(inside))).toThrow(reason);
});

test("accepts a gradient that takes its colors from another one", () => {
  const logo = around('<linearGradient id="a"/><linearGradient id="b" href="#a"/>');
  expect(cleanSvg(logo)).toBe(logo);
});

test.each([
  ["an element that is never closed", '<svg xmlns="http://www.w3.org/2000/svg"><path>'],
  ["elements closed in the wrong order", around("<g><path></g></path>")],
  ["another document", "<html></html>"],
  ["an attribute without quotes", around("<path onload=alert(1)>")],
  ["nothing", ""],
])("%s is refused", (_, source) => {
  expect(() => cleanSvg(source)).toThrow("The SVG cannot be read");
});
