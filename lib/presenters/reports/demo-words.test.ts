import { expect, test } from "vitest";
import { addedWords } from "./demo-words";

test("names what people added to the demo, and nothing that they didn't", () => {
  const none = {
    ...{ monitors: 0, incidents: 0, posts: 0, maintenance_windows: 0 },
    ...{ status_pages: 0, integrations: 0, alert_rules: 0 },
  };
  expect(addedWords(none)).toBeNull();
  expect(addedWords({ ...none, monitors: 2, posts: 3, alert_rules: 1 })).toBe(
    "2 monitors, 3 updates and comments, and 1 alert rule",
  );
});
