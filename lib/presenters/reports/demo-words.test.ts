import { expect, test } from "vitest";
import { addedWords, lostWords } from "./demo-words";

const none = {
  ...{ monitors: 0, incidents: 0, maintenance_windows: 0, status_pages: 0 },
  ...{ integrations: 0, alert_rules: 0, incident_templates: 0, api_keys: 0 },
};

test("names what people added to the demo, and nothing that they didn't", () => {
  expect(addedWords({ added: none, names: [] })).toBeNull();
  expect(addedWords({ added: { ...none, alert_rules: 1 }, names: [] })).toBe("1 alert rule");
  expect(addedWords({ added: { ...none, monitors: 2, api_keys: 3 }, names: ["A", "B", "C", "D", "E"] })).toBe(
    "2 monitors and 3 API keys (A, B, C, D, E)",
  );
  expect(addedWords({ added: { ...none, monitors: 6 }, names: ["A", "B", "C", "D", "E", "F"] })).toBe(
    "6 monitors (A, B, C, D, E, …)",
  );
});

test("says which posts are deleted with the demo's incidents", () => {
  expect(lostWords({ posts: 0 })).toBeNull();
  expect(lostWords({ posts: 1 })).toMatch(/^1 update or comment that people posted is deleted/);
  expect(lostWords({ posts: 3 })).toMatch(/^3 updates and comments that people posted are deleted/);
});
