import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderScreen } from "@/lib/testing/screen/render";
import { GroupsCard } from "./groups-card";

const group = (at: number) => ({
  ...{ tag: `tag-${at}`, monitors: 100, offline: 100, partial: 0 },
  since: "2026-11-20T18:00:00Z",
});

test("shows the 10 worst tags in one line each, and where the others are", () => {
  renderScreen(<GroupsCard groups={Array.from({ length: 20 }, (_, at) => group(at))} />);
  expect(screen.getAllByRole("listitem")).toHaveLength(10);
  expect(screen.getAllByRole("listitem")[0]?.textContent).toContain("tag-0100 offline");
  expect(screen.getByRole("link", { name: "View monitors, failing first" })).toBeTruthy();
});
