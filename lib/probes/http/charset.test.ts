import { expect, it } from "vitest";
import { readingsOf } from "./charset";
import type { HeaderList } from "./head";

const shownText = (headers: HeaderList, body: Buffer) => [...readingsOf(headers, body)][0]?.text;
const HTML = [["Content-Type", "text/html"]] as const;

it.each([
  ["UTF-8", Buffer.from("Grösse 100 €"), "Grösse 100 €"],
  ["Latin-1", Buffer.from("Gr\xf6sse", "latin1"), "Grösse"],
  ["windows-1252", Buffer.from("100 \x80", "latin1"), "100 €"],
  ["UTF-8 with one stray byte", Buffer.concat([Buffer.from("Grösse "), Buffer.from([0xe9])]), "Grösse é"],
  ["UTF-8 cut in the middle of a character", Buffer.from("Grösse").subarray(0, 3), "GrÃ"],
])("decodes %s without a declared charset, as browsers do", (_, body, text) => {
  expect(shownText(HTML, body)).toBe(text);
  expect(shownText([], body)).toBe(text);
});

it("knows the characters of windows-1252, which pages declare as ISO-8859-1", () => {
  const headers = [["Content-Type", "text/html; charset=iso-8859-1"]] as const;
  expect(shownText(headers, Buffer.from("\x93Gr\xf6sse\x94 \x80", "latin1"))).toBe("“Grösse” €");
});

it("believes a declared charset", () => {
  const headers = [["Content-Type", "text/html; charset=utf-8"]] as const;
  expect(shownText(headers, Buffer.from("Gr\xf6sse", "latin1"))).toBe("Gr\ufffdsse");
});
