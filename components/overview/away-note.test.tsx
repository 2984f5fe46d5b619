import { QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ViewerProvider } from "@/components/page/viewer-context";
import { keyOf } from "@/lib/client/query";
import { makeQueryClient } from "@/lib/client/query-client";
import { routes } from "@/lib/client/routes";
import { ADA, renderScreen } from "@/lib/testing/screen/render";
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

test("starts with what the server read, even when the shell has read more before it hydrates", async () => {
  const client = makeQueryClient();
  const page = (
    <QueryClientProvider client={client}>
      <ViewerProvider value={{ ...ADA, project: null }}>
        <AwayNote initial={{ since, opened: 1, resolved: 0, changes: 0 }} />
      </ViewerProvider>
    </QueryClientProvider>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(page);
  expect(container.textContent).toContain("1 incident opened");
  client.setQueryData(keyOf(routes.getAway), { since, opened: 2, resolved: 1, changes: 0 });
  const errors: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(container, page, { onRecoverableError: (error) => errors.push(error) }),
  );
  expect(errors).toEqual([]);
  expect(container.textContent).toContain("2 incidents opened");
  await act(async () => root.unmount());
});
