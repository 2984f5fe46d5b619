import { expect, test } from "vitest";
import { csvRows, csvText } from "./csv";

const cells = (text: string) => csvRows(text).map((row) => row.cells);

test("reads back what it wrote, with quotes, line breaks, and formulas", () => {
  const rows = [
    ["email", "note"],
    ["=cmd|' /C calc'!A0", 'says "hi", twice'],
    ["+a@example.com", "two\r\nlines"],
    ["'quoted", "x"],
  ];
  const text = csvText(rows);
  expect(text).toContain(`'=cmd|' /C calc'!A0`);
  expect(cells(text)).toEqual(rows);
});

test("reads any separator and line end, and leaves out empty lines", () => {
  for (const text of ["a,b\r\n\r\n1,2\r\n", "a;b\n1;2", "a\tb\r1\t2\n", "\ufeffa,b\n1,2\n"])
    expect(cells(text)).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  expect(cells("one\ntwo\n")).toEqual([["one"], ["two"]]);
  expect(cells("")).toEqual([]);
});

test("says on which line each row starts", () => {
  expect(csvRows('a,b\n"1\n2",3\n\n4,5').map(({ line }) => line)).toEqual([1, 2, 5]);
});

test("reads a quote that isn't closed, and text behind one that is", () => {
  expect(cells('a,b\n"1"x,2\n"3,4\n')).toEqual([["a", "b"], ["1x", "2"], ["3,4\n"]]);
});

test("takes linear time for hostile text", () => {
  const time = (text: string) => {
    const start = performance.now();
    csvRows(text);
    return performance.now() - start;
  };
  for (const piece of ['"', '""', ",", '",', "a,", "\n", '"\n'])
    expect(time(piece.repeat(500_000))).toBeLessThan(3000);
});
