import { expect, test } from "vitest";
import { LIVE_TOPICS } from "@/lib/contract/core/live";
import { LiveQueue } from "./live-queue";

const checks = (checked: number[], changed: { id: number; status: "online" | "offline" }[] = []) => ({
  project_id: 1,
  checked,
  changed,
});

function drain(queue: LiveQueue) {
  const events = [];
  for (let event = queue.next(); event; event = queue.next()) events.push(event);
  return events;
}

test("gathers results, and sends a changed status now", () => {
  const queue = new LiveQueue(1);
  expect(queue.add(checks([1, 2]))).toBe("later");
  expect(queue.add(checks([2, 3], [{ id: 3, status: "offline" }]))).toBe("now");
  expect(drain(queue)).toEqual([
    { event: "checks", data: checks([1, 2, 3], [{ id: 3, status: "offline" }]) },
  ]);
  expect(drain(queue)).toEqual([]);
});

test("sends only the last status of a monitor", () => {
  const queue = new LiveQueue(1);
  queue.add(checks([3], [{ id: 3, status: "offline" }]));
  queue.add(checks([3], [{ id: 3, status: "online" }]));
  expect(drain(queue)).toEqual([{ event: "checks", data: checks([3], [{ id: 3, status: "online" }]) }]);
});

test("ignores other projects", () => {
  const queue = new LiveQueue(1);
  expect(queue.add({ ...checks([1], [{ id: 1, status: "offline" }]), project_id: 2 })).toBeNull();
  expect(queue.add({ project_id: 2, topic: "monitors" })).toBeNull();
  expect(drain(queue)).toEqual([]);
});

test("sends every topic when hints may have been missed", () => {
  const queue = new LiveQueue(1);
  expect(queue.add({})).toBe("now");
  expect(drain(queue)).toEqual(
    LIVE_TOPICS.map((topic) => ({ event: "change", data: { project_id: 1, topic } })),
  );
});

test("sends only the topic to a reader that is far behind", () => {
  const queue = new LiveQueue(1);
  queue.add(checks(Array.from({ length: 3000 }, (_, id) => id)));
  for (let id = 0; id < 500; id += 1) queue.add({ project_id: 1, topic: "incidents", id });
  const events = drain(queue);
  expect(events.length).toBeLessThanOrEqual(101);
  expect(events).toContainEqual({ event: "change", data: { project_id: 1, topic: "monitors" } });
  expect(events).toContainEqual({ event: "change", data: { project_id: 1, topic: "incidents" } });
});
