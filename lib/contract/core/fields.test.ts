import fc from "fast-check";
import { expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { createMonitorOf } from "@/lib/contract/monitors/input";
import { HttpUrl } from "@/lib/contract/protocols/http-url";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { prose, text } from "./fields";

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const CONTROLS = [...range(0x00, 0x1f), ...range(0x7f, 0x9f)];
const DIRECTIONS = [...range(0x202a, 0x202e), ...range(0x2066, 0x2069)];
const MARKS = [0x061c, 0x200e, 0x200f];
const inside = (code: number) => `Shop ${String.fromCodePoint(code)} now`;

test("a single-line text rejects control characters, line breaks, and text-direction characters, and names the one it got", () => {
  for (const code of [...CONTROLS, ...DIRECTIONS, ...MARKS, 0x2028, 0x2029])
    expect(text(1, 100).safeParse(inside(code)).success, code.toString(16)).toBe(false);
  expect(text(1, 100).safeParse("Shop\r\nX-Header: 1").error?.issues[0]?.message).toContain(
    "must not contain line breaks, tabs, control characters, or text-direction characters; got U+000D at position 5.",
  );
  expect(text(1, 100).parse("Cafe\u0301")).toBe("Caf\u00e9");
  expect(text(1, 100).parse(" Café 👩‍💻 שלום \n")).toBe("Café 👩‍💻 שלום");
});

test("a multi-line text accepts line ends and tabs only, and keeps CR LF", () => {
  for (const code of [...CONTROLS, ...DIRECTIONS]) {
    const isAllowed = code === 0x09 || code === 0x0a;
    expect(prose(1, 100).safeParse(inside(code)).success, code.toString(16)).toBe(isAllowed);
  }
  expect(prose(1, 100).parse(" One\r\n\ttwo\n")).toBe(" One\r\n\ttwo\n");
  expect(prose(1, 100).safeParse("One\rtwo").success).toBe(false);
});

test("a text without a visible character is blank", () => {
  for (const blank of ["\u200b", "\u2800\u2800", "\u3164", "\u00ad \u2060", "\ufe0f", "\u00a0\u200d"])
    for (const schema of [text(1, 100), prose(1, 100), text(0, 100)])
      expect(schema.safeParse(blank).error?.issues.map(({ message }) => message)).toEqual([
        expect.stringContaining("must not be blank."),
      ]);
  for (const seen of ["\u200bA", "👩\u200d💻", "\u05e9", "·"]) expect(text(1, 100).parse(seen)).toBe(seen);
});

test("an accepted text keeps every visible character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 50 }), (given) => {
      const line = text(1, 500).safeParse(given);
      if (line.success) expect(line.data).toBe(given.trim().normalize());
      const lines = prose(1, 500).safeParse(given);
      if (lines.success) expect(lines.data).toBe(given);
    }),
  );
});

test.each([
  ["a monitor's name", createMonitorOf("http"), "name"],
  ["an incident's title", CreateIncident, "title"],
  ["a maintenance window's title", CreateMaintenanceWindow, "title"],
  ["a status page's title", CreateStatusPage, "title"],
])("%s accepts a single line only", (_what, schema, field) => {
  const issues = schema.safeParse({ [field]: "Shop\nBEGIN:VEVENT" }).error?.issues ?? [];
  expect(issues.find(({ path }) => path[0] === field)?.message).toContain("got U+000A at position 5");
});

test("a URL that people read contains nothing that would hide or reorder its parts", () => {
  for (const code of [...CONTROLS, ...DIRECTIONS, ...MARKS, 0x20, 0x2028]) {
    const url = `https://example.com/${String.fromCodePoint(code)}gpj.exe`;
    for (const schema of [HttpUrl, CreateStatusPage.shape.website_url])
      expect(schema.safeParse(url).error?.issues[0]?.message, code.toString(16)).toContain(
        "must not contain whitespace, control characters, or text-direction characters",
      );
  }
  expect(HttpUrl.safeParse("https://example.com/שלום").success).toBe(true);
  // A URI is ASCII only, so a strict client would refuse the response. Some validators don't know "iri".
  expect(HttpUrl.meta()?.format).toBeUndefined();
});

test("a text of one possible length says so", () => {
  expect(text(32, 32).safeParse("short").error?.issues[0]?.message).toContain(
    "must have exactly 32 characters; got 5.",
  );
});
