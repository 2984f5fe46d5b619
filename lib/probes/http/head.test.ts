import { expect, test, vi } from "vitest";
import { headEnd, parseHead } from "./head";
import { ResponseReader } from "./response";

const HEADS: [string][] = [
  ["HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody"],
  ["HTTP/1.1 200 OK\nA: b\n\nbody"],
  ["HTTP/1.1 200 OK\nA: b\n\r\nbody"],
  ["HTTP/1.1 200 OK\r\nA: b\r\n\nbody"],
  ["HTTP/1.1 200 OK\r\nA: b\n\r\nbody\r\n\r\n"],
  ["HTTP/1.1 200 OK\nA: b\n\nbody\n\r\n"],
];

test.each(HEADS)("finds the end of a head however its lines end, as browsers do: %j", (text) => {
  const bytes = Buffer.from(text);
  const end = headEnd(bytes);
  expect(text.slice(end)).toMatch(/^body/);
  expect(parseHead(bytes, end).headers).toEqual([["A", "b"]]);
});

test.each(HEADS)("reads the same head wherever it is cut: %j", (text) => {
  const interim = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
  const bytes = Buffer.from(`\r\n${interim}${text}`);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const reader = new ResponseReader("GET");
    for (const part of [bytes.subarray(0, cut), bytes.subarray(cut)]) if (part.length > 0) reader.push(part);
    const { head, body } = reader.end();
    expect(head.headers).toEqual([["A", "b"]]);
    expect(body.toString()).toMatch(/^body/);
  }
});

test("doesn't search a partial head again with every byte", () => {
  const searched = vi.spyOn(Buffer.prototype, "indexOf");
  const reader = new ResponseReader("GET");
  for (const byte of Buffer.from(`HTTP/1.1 200 OK\r\n${"X: y\r\n".repeat(100)}`))
    reader.push(Buffer.from([byte]));
  const froms = searched.mock.calls.map(([, from]) => Number(from));
  searched.mockRestore();
  expect(froms.filter((from) => from === 0).length).toBeLessThan(20);
});
