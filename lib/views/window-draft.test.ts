import { expect, test } from "vitest";
import { localInput, windowBody } from "./window-draft";

const draft = {
  title: "Upgrade",
  description: " ",
  monitoring_mode: "pause",
  starts: "",
  minutes: 30,
  monitors: [1],
  status_pages: [],
} as const;

test("an empty start is this minute, and the end follows by its length", () => {
  const body = windowBody({ ...draft, monitors: [1], status_pages: [] }, new Date("2026-02-01T22:00:41Z"));
  expect(body).toMatchObject({
    starts_at: "2026-02-01T22:00:00Z",
    ends_at: "2026-02-01T22:30:00Z",
    description: null,
  });
});
test("what is typed in the viewer's zone comes back as the same moment", () => {
  const at = new Date("2026-07-01T10:15:00Z");
  expect(
    windowBody({ ...draft, monitors: [1], status_pages: [], starts: localInput(at) }, at).starts_at,
  ).toBe("2026-07-01T10:15:00Z");
});
