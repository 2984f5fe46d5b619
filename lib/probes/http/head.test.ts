import { expect, test } from "vitest";
import { headEnd, parseHead } from "./head";

test.each([
  ["HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody"],
  ["HTTP/1.1 200 OK\nA: b\n\nbody"],
  ["HTTP/1.1 200 OK\nA: b\n\r\nbody"],
  ["HTTP/1.1 200 OK\r\nA: b\r\n\nbody"],
  ["HTTP/1.1 200 OK\r\nA: b\n\r\nbody\r\n\r\n"],
  ["HTTP/1.1 200 OK\nA: b\n\nbody\n\r\n"],
])("finds the end of a head however its lines end, as browsers do: %j", (text) => {
  const bytes = Buffer.from(text);
  const end = headEnd(bytes);
  expect(text.slice(end)).toMatch(/^body/);
  expect(parseHead(bytes, end).headers).toEqual([["A", "b"]]);
});
