import { expect, test } from "vitest";
import { shownState } from "./shown-state";

test("does not call a monitor up while no checks come in, and keeps one that was down", () => {
  expect(shownState({ status: "online", data_missing: true })).toBe("no_data");
  expect(shownState({ status: "fetching", data_missing: true })).toBe("no_data");
  expect(shownState({ status: "offline", data_missing: true })).toBe("offline");
  expect(shownState({ status: "online", data_missing: false })).toBe("online");
});
