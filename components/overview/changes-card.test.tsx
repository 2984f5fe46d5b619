import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ADA, renderScreen } from "@/lib/testing/screen/render";
import { ChangesCard } from "./changes-card";

const entry = (id: number, projectId: number) => ({
  id,
  actor: { type: "user", id: 2, label: "Cleo" },
  action: "monitor.created",
  subject: { type: "monitor", id, label: `Shop ${id}` },
  project: { id: projectId, name: "Shop" },
  detail: {},
  created_at: "2026-11-20T18:00:00Z",
});

test("says that it loads until the words for the changes are there, then the project's changes", async () => {
  const { container } = renderScreen(<ChangesCard />, {
    answers: { listAuditLog: { data: [entry(7, 1), entry(8, 99)] } },
  });
  expect(screen.getByText("Loading…")).toBeTruthy();
  expect((await screen.findByRole("listitem")).textContent).toContain("Cleo created the monitor Shop 7");
  expect(container.textContent).not.toContain("Shop 8");
});

test("folds changes of one kind by one person, so that an import leaves room for others", async () => {
  const other = { ...entry(1, 1), action: "monitor.paused" };
  renderScreen(<ChangesCard />, {
    answers: { listAuditLog: { data: [entry(9, 1), entry(8, 1), entry(7, 1), other] } },
  });
  const texts = (await screen.findAllByRole("listitem")).map(({ textContent }) => textContent);
  expect(texts).toEqual([
    expect.stringMatching(/^Cleo created the monitor Shop 9 and others like it/),
    expect.stringMatching(/^Cleo paused the monitor Shop 1(?! and)/),
  ]);
});

test("sends no request for members, who may not read the audit log", async () => {
  const { container, sent } = renderScreen(<ChangesCard />, {
    viewer: { ...ADA, user: { ...ADA.user, role: "member" } },
  });
  await waitFor(() => expect(container.textContent).toBe(""));
  expect(sent).toEqual([]);
});
