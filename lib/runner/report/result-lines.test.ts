import fc from "fast-check";
import { expect, it } from "vitest";
import { textsIn } from "@/lib/runner/json-lines";
import { ResultLines } from "./result-lines";

const values = fc.array(
  fc.record({ monitor: fc.integer(), message: fc.string({ unit: "binary", maxLength: 3000 }) }),
);

it("produces the JSON of all results in order, and halves that add up to the whole", () => {
  fc.assert(
    fc.property(values, (results) => {
      const texts = results.map((result) => JSON.stringify(result));
      const lines = ResultLines.of(texts);
      expect(JSON.parse(`[${lines.list}]`)).toEqual(JSON.parse(`[${texts.join(",")}]`));
      expect(lines.texts()).toEqual(texts.map((text) => Buffer.from(text).toString()));
      expect(lines.halves().flatMap((half) => half.texts())).toEqual(lines.texts());
      expect(lines.halves().map(({ count }) => count)).toEqual([
        results.length >> 1,
        (results.length + 1) >> 1,
      ]);
    }),
  );
});

it("forgets a line that the disk refused, and continues with the next", () => {
  const lines = ResultLines.of(['{"a":1}']);
  lines.takeBack(lines.add('{"a":"ü"}'));
  lines.add('{"a":3}');
  expect([lines.count, lines.size, String(lines.list)]).toEqual([2, 18, '{"a":1},\n{"a":3}']);
});

it("reads lines with and without a comma at their end, and one that was cut off", () => {
  expect(textsIn('{"a":1}\n{"a":2}\n')).toEqual(['{"a":1}', '{"a":2}']);
  expect(textsIn('{"a":1},\n{"a":2},\n{"a":')).toEqual(['{"a":1}', '{"a":2}', '{"a":']);
});
