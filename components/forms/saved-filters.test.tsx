import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { listed } from "@/lib/testing/screen/api";
import { fill, renderScreen } from "@/lib/testing/screen/render";
import { SavedFilters } from "./saved-filters";

const AT = "2026-11-21T06:00:00Z";
const own = [
  { id: 1, list: "monitors", name: "Down in Europe", query: "status=offline&tag=eu", created_at: AT },
  { id: 2, list: "incidents", name: "Shop", query: "tag=shop", created_at: AT },
];

test("applies a filter saved for this list", async () => {
  const onApply = vi.fn();
  const { user } = renderScreen(<SavedFilters list="monitors" current="" onApply={onApply} />, {
    answers: { listSavedFilters: listed(own) },
  });
  await user.click(screen.getByRole("button", { name: "Saved filters" }));
  await user.click(await screen.findByText("Down in Europe"));
  expect(String(onApply.mock.calls[0])).toBe("status=offline&tag=eu");
  expect(screen.queryByText("Shop")).toBeNull();
});

test("saves the current filters under a name, and says when the name is missing", async () => {
  const { user, bodiesOf } = renderScreen(
    <SavedFilters list="monitors" current="tag=eu" onApply={() => undefined} />,
  );
  await user.click(screen.getByRole("button", { name: "Saved filters" }));
  await user.click(screen.getByText("Save"));
  expect((await screen.findByRole("alert")).textContent).toContain("1");
  fill(/^Save the current/, "Europe");
  await user.click(screen.getByText("Save"));
  expect(await screen.findByText("Filter saved")).toBeDefined();
  expect(bodiesOf("saveFilter").at(-1)).toEqual({ list: "monitors", name: "Europe", query: "tag=eu" });
});
