import { expect, test } from "vitest";
import { levelMonitorIds, monitorIdsOf, NEW_GROUP, toggleMonitor } from "./component-list";

test("adds a monitor to its level and removes it again, keeping groups and order", () => {
  const group = { ...NEW_GROUP, components: toggleMonitor([], 3) } as typeof NEW_GROUP;
  const one = toggleMonitor([group], 1);
  const both = toggleMonitor(one, 3);
  expect(levelMonitorIds(both)).toEqual([1, 3]);
  expect(monitorIdsOf(both)).toEqual([3, 1, 3]);
  expect(toggleMonitor(both, 3)).toEqual(one);
});
