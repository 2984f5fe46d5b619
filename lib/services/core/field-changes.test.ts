import { expect, test } from "vitest";
import { fieldChanges } from "./field-changes";

test("records nested values by their dotted path, and only those that changed", () => {
  const before = { request: { url: "https://a.example/", method: "GET" }, theme: null };
  const given = { request: { url: "https://b.example/", method: "GET" }, theme: { light: { text: "#000" } } };
  expect(fieldChanges(before, given)).toEqual({
    fields: ["request", "theme"],
    changes: {
      "request.url": { from: "https://a.example/", to: "https://b.example/" },
      "theme.light.text": { from: null, to: "#000" },
    },
  });
});

test("hides listed secrets, names that sound secret, and queries of URLs", () => {
  const before = { request: { headers: null, url: "https://a.example/?key=LEAK1" }, access_password: null };
  const given = {
    request: { headers: [{ name: "X", value: "LEAK2" }], url: "https://a.example/?key=LEAK3" },
    access_password: "LEAK4",
    success_assertions: [
      { type: "response_header", name: "X-Token", operator: "equal", value: "LEAK5" },
      { type: "x", secret: "LEAK6", token: null },
    ],
  };
  const changed = fieldChanges(before, given, ["request.headers"]);
  expect(changed.changes).toEqual({
    "request.headers": "changed",
    "request.url": "changed",
    access_password: "changed",
    success_assertions: {
      from: null,
      to: [
        { type: "response_header", name: "X-Token", operator: "equal", value: "hidden" },
        { type: "x", secret: "hidden", token: null },
      ],
    },
  });
  expect(JSON.stringify(changed)).not.toContain("LEAK");
});

test("records only the objects of a list that were added, removed, or changed", () => {
  const [a, b, c] = [{ id: 1 }, { id: 2 }, { id: 3 }];
  expect(fieldChanges({ components: [a, b] }, { components: [a, c] }).changes).toEqual({
    components: { from: [b], to: [c] },
  });
  expect(fieldChanges({ components: [a, b] }, { components: [b, a] }).changes).toEqual({
    components: { from: [a, b], to: [b, a] },
  });
});

test("shortens long texts and lists, and reports a change that can't be seen in them", () => {
  const long = "a".repeat(300);
  expect(fieldChanges({ text: `${long}1` }, { text: `${long}2` }).changes).toEqual({ text: "changed" });
  const many = Array.from({ length: 150 }, (_, id) => ({ id }));
  const to = (fieldChanges({ many: [] }, { many }).changes.many as { to: unknown[] }).to;
  expect(to).toHaveLength(21);
  expect(to.at(-1)).toBe("… and 130 more");
});
