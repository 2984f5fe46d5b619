import { expect, test } from "vitest";
import { JsonPathError, meets, parseCondition, parseJsonPath, textAt, valueAt } from "./json-path";

const VALUE = {
  state: "alerting",
  "app.name": "shop",
  count: 0,
  ok: false,
  alerts: [{ title: "Slow", id: 7 }],
};

test.each([
  ["$", VALUE],
  ["$.state", "alerting"],
  ["state", "alerting"],
  ['$["app.name"]', "shop"],
  ["alerts[0].title", "Slow"],
  ["$.alerts[0]['title']", "Slow"],
  ["$.alerts[-1].id", 7],
  ["", null],
  ["$.alerts[1].title", undefined],
  ["$.state.length", 8],
  ["$.__proto__", undefined],
  ["$.alerts.length", 1],
])("the path %s", (path, expected) => {
  if (expected === null) expect(() => valueAt(VALUE, path)).toThrow(JsonPathError);
  else expect(valueAt(VALUE, path)).toEqual(expected);
});

test.each(["a..b", "a[", "a[x]", "a b", "a.", "$$", "a[0]b"])("%s isn't a path", (path) => {
  expect(() => parseJsonPath(path)).toThrow(JsonPathError);
});

test.each([
  ['$.state == "alerting"', true],
  ["state == alerting", true],
  ["state==ok", false],
  ["state != ok", true],
  ["nothing != ok", true],
  ["nothing", false],
  ["ok", false],
  ["count", true],
  ["count == 0", true],
  ["alerts[0].id == 7", true],
  ["alerts == 7", false],
])("the condition %s is met: %s", (condition, expected) => {
  expect(meets(VALUE, condition)).toBe(expected);
});

test("a condition needs a path and a value", () => {
  for (const text of ["== a", "state ==", "a = b", "a b == c"])
    expect(() => parseCondition(text), text).toThrow(JsonPathError);
  expect(textAt(VALUE, "alerts")).toBeNull();
});
