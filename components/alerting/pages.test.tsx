import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Integration } from "@/lib/contract/alerting/integrations";
import { appForms } from "@/lib/http/loaders/app-forms";
import { listed } from "@/lib/testing/screen/api";
import { ADA, renderScreen } from "@/lib/testing/screen/render";
import { AppForms } from "./app-forms";
import { IntegrationsPage } from "./integrations-page";
import { RepeatedRule } from "./repeated-rule";
import { RuleList } from "./rule-list";

const AT = "2026-11-21T06:00:00Z";
const integration = {
  id: 3,
  app: "ntfy",
  name: "Pager",
  settings: {},
  paused: false,
} as unknown as Integration;
const rule = {
  id: 8,
  project_id: 1,
  scope: "project",
  event: "uptime.incident.created",
  integration_id: 3,
  rate_limit: 0,
  event_settings: null,
  integration_settings: null,
  monitors: [],
  tags: ["eu"],
  created_at: AT,
  updated_at: AT,
};

test("restores a deleted alert rule as it was", async () => {
  const { user, bodiesOf } = renderScreen(
    <AppForms value={appForms()}>
      <RuleList integrations={[integration]} mayAdd />
    </AppForms>,
    { answers: { listAlertRules: listed([rule]) } },
  );
  await user.click(await screen.findByLabelText("Delete alert rule"));
  await user.click(await screen.findByText("Undo"));
  await waitFor(() => expect(bodiesOf("createAlertRule")).toHaveLength(1));
  const { id: _, project_id: __, created_at: ___, updated_at: ____, ...whole } = rule;
  expect(bodiesOf("createAlertRule")).toEqual([whole]);
});

test("leads from an empty page to the first integration", async () => {
  const { user } = renderScreen(<IntegrationsPage viewer={ADA} apps={appForms()} hasMail />);
  await screen.findByText("No integrations yet");
  await user.click(screen.getAllByText("Add integration", { selector: "button" })[0] as HTMLElement);
  expect(await screen.findByLabelText("Type")).toBeDefined();
  expect(screen.queryByText("Add alert rule")).toBeNull();
});

test("warns before a rule is saved that never sends because another says the same", async () => {
  const names = { integration: "Pager", monitors: {} };
  const answers = { listAlertRules: listed([rule]) };
  renderScreen(<RepeatedRule body={rule as never} ownId={null} names={names} />, { answers });
  await screen.findByText(/This duplicates an alert rule/);
});
