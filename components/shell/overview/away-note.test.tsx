import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderScreen } from "@/lib/testing/screen/render";
import { AwayNote } from "./away-note";

const since = "2026-11-20T18:00:00Z";

test("says what happened while someone was away, until they dismiss it", async () => {
  let isDismissed = false;
  const { user } = renderScreen(<AwayNote />, {
    answers: {
      getAway: () => ({ since: isDismissed ? null : since, opened: 2, resolved: 1, changes: 1 }),
      dismissAway: () => {
        isDismissed = true;
      },
    },
  });
  const note = await screen.findByText(/2 incidents opened, 1 incident resolved, 1 change by others/);
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(note.isConnected).toBe(false));
  expect(isDismissed).toBe(true);
});

test("says nothing to someone who missed nothing", async () => {
  const { container, sent } = renderScreen(<AwayNote />, {
    answers: { getAway: { since, opened: 0, resolved: 0, changes: 0 } },
  });
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(container.textContent).toBe("");
});
