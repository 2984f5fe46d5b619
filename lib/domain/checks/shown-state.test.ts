import { expect, test } from "vitest";
import { MONITOR_STATES } from "@/lib/contract/monitors/states";
import { STORED_STATES, shownState } from "./shown-state";

test("does not call a monitor up while no checks come in, and keeps one that was down", () => {
  expect(shownState({ status: "online", data_missing: true })).toBe("no_data");
  expect(shownState({ status: "fetching", data_missing: true })).toBe("no_data");
  expect(shownState({ status: "offline", data_missing: true })).toBe("offline");
  expect(shownState({ status: "online", data_missing: false })).toBe("online");
});

test("puts every stored combination into one state, worst first", () => {
  expect(STORED_STATES).toHaveLength(10);
  expect(new Set(STORED_STATES.map(({ state }) => state))).toEqual(new Set(MONITOR_STATES));
  expect(STORED_STATES.find(({ state }) => state === "offline")?.rank).toBe(0);
});
