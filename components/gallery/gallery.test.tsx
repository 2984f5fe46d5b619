import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { STATE_LOOKS } from "@/lib/presenters/core/states";
import { renderScreen } from "@/lib/testing/screen/render";
import { Gallery } from "./gallery";

test("shows every state, and opens what only appears on a click", async () => {
  const { user } = renderScreen(<Gallery />);
  for (const { word } of Object.values(STATE_LOOKS)) expect(screen.getAllByText(word), word).not.toEqual([]);
  expect(screen.getByText("HTTP 503 (expected 2xx or 30x)")).toBeDefined();
  expect(screen.queryByText(/got 503|HTTP 503 ·/), "said once").toBeNull();
  await user.click(screen.getByText("Confirm"));
  expect(screen.getByText("Delete 12 monitors?")).toBeDefined();
  await user.click(screen.getByText("Failed toast"));
  expect(await screen.findByText("The server can't be reached.")).toBeDefined();
});
