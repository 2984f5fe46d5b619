import { expect, test } from "vitest";
import { monitorNamed } from "@/lib/testing/notifications/message-scenes";
import { incidentFactsOf } from "@/lib/testing/notifications/notice";
import { shownByBrowsers } from "./browser-events";

/** Returns the names of the shown events, each given as its kind and, for one monitor, its name; "!" marks a muted one. */
function shown(...given: readonly string[]): string[] {
  const events = given.map((text) => {
    const [kind = "", name] = text.split(" ");
    const muted = name?.endsWith("!") ?? false;
    return {
      ...incidentFactsOf(`incident.${kind}`),
      monitor: name ? { ...monitorNamed(name), muted } : null,
    };
  });
  return shownByBrowsers(events).map((facts) => given[events.indexOf(facts)] ?? "");
}

test("of many monitors that join or leave an incident at once, browsers show the last of each", () => {
  expect(
    shown("created a", "propagated b", "partially_recovered b", "propagated c", "partially_recovered a"),
  ).toEqual(["created a", "propagated c", "partially_recovered a"]);
  expect(shown("propagated b", "propagated c", "recovered", "comment.created")).toEqual([
    "propagated c",
    "recovered",
  ]);
});

test("a muted monitor hides no other one, and its own news is kept for the end of the window", () => {
  expect(shown("created a!", "propagated b", "propagated c!", "propagated d!")).toEqual([
    "created a!",
    "propagated b",
    "propagated c!",
    "propagated d!",
  ]);
});

test("incidents don't replace each other", () => {
  const events = [12, 13].map((id) => ({ ...incidentFactsOf("incident.propagated", { id }) }));
  expect(shownByBrowsers(events)).toEqual(events);
});
