import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Runner } from "@/lib/contract/runners/runners";
import { listed } from "@/lib/testing/screen/api";
import { ADA, renderScreen } from "@/lib/testing/screen/render";
import { RegionsPage } from "./regions-page";

const AT = "2026-11-21T06:00:00Z";

function aRunner(part: Partial<Runner> = {}): Runner {
  return {
    id: 2,
    name: "paris-1",
    region: "eu-fra-cdg",
    kind: "remote",
    state: "alive",
    regions: ["eu-fra-cdg"],
    quarantined: [],
    report: null,
    capabilities: {},
    location: null,
    location_source: null,
    double_note: null,
    clock_note: null,
    version_note: null,
    version: null,
    last_seen_at: AT,
    created_at: AT,
    ...part,
  } as Runner;
}

test("revokes a runner only after saying what stops", async () => {
  const { user, sent } = renderScreen(<RegionsPage viewer={ADA} />, {
    answers: { listRunners: listed([aRunner()]) },
  });
  await user.click(await screen.findByLabelText("Revoke runner paris-1"));
  expect(screen.getByText("Revoke runner paris-1?")).toBeDefined();
  expect(sent.some(({ id }) => id === "revokeRunner")).toBe(false);
  await user.click(screen.getByText("Revoke runner"));
  await waitFor(() =>
    expect(sent.find(({ id }) => id === "revokeRunner")?.params).toEqual({ runnerId: "2" }),
  );
});

test("says that nothing is checked without a runner, and who could change that", async () => {
  const viewer = { ...ADA, user: { ...ADA.user, role: "member" as const } };
  renderScreen(<RegionsPage viewer={viewer} />, { answers: { listRunners: listed([]) } });
  expect(await screen.findByText("No runner has started yet, so no checks are running.")).toBeDefined();
  expect(screen.queryByText("Add runner")).toBeNull();
  expect(screen.getByText("Only owners and admins can add, change, and revoke runners.")).toBeDefined();
});
