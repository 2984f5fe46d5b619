import { expect, test } from "vitest";
import { imageType } from "./image-type";
import { cleanSvg } from "./svg";
import { SvgRefused } from "./svg-limits";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';

test.each([
  ["a plain SVG", SVG],
  ["an SVG with a byte order mark", `\uFEFF${SVG}`],
  ["an SVG after a declaration and comments", `<?xml version="1.0"?>\n<!-- a --> <!-- b -->${SVG}`],
  [
    "an SVG with a document type that declares entities",
    `<!DOCTYPE svg [ <!ENTITY ns "http://example.org/"> ]>${SVG}`,
  ],
])("recognizes %s", (_, text) => {
  expect(imageType(Buffer.from(text))).toBe("image/svg+xml");
  expect(cleanSvg(text)).toBe(SVG);
});

test.each(["", "x<svg>", "<html><svg></svg></html>", "<!-- <svg>", "<svgx>"])(
  "does not detect %j as an SVG",
  (text) => {
    expect(imageType(Buffer.from(text))).toBeNull();
  },
);

const BYTES = 1024 * 1024;

// Each took seconds to years with a regular expression.
test.each([
  ["comments", "<!---->"],
  ["comments with whitespace", "<!-- -->\n "],
  ["unclosed comments", "<!--"],
  ["unclosed tags", "<svg "],
  ["unclosed sections", "<![CDATA["],
  ["unclosed document types", "<![x>"],
  ["names without values", "<svg a"],
  ["quotation marks", "<svg a='\""],
  ["references", "url("],
  ["blanks", " \n\t "],
])("reads a megabyte of %s in linear time", (_, piece) => {
  const noise = piece.repeat(BYTES / piece.length);
  const start = process.cpuUsage();
  imageType(Buffer.from(`${noise}x`));
  for (const text of [`<svg>${noise}x</svg>`, `<svg fill="${noise.replaceAll('"', "'")}" ${noise}></svg>`]) {
    try {
      cleanSvg(text);
    } catch (error) {
      expect(error).toBeInstanceOf(SvgRefused);
    }
  }
  expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
});
