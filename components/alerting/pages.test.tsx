import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Integration } from "@/lib/contract/alerting/integrations";
import { appSummaries } from "@/lib/http/loaders/app-forms";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { listed } from "@/lib/testing/screen/api";
import { ADA, renderScreen } from "@/lib/testing/screen/render";
import { DeliveryLog } from "./delivery-log";
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
  const { user, bodiesOf } = renderScreen(<RuleList integrations={[integration]} mayChange />, {
    answers: { listAlertRules: listed([rule]) },
  });
  await user.click(await screen.findByRole("button", { name: /^Edit alert rule: An incident opens/ }));
  await user.click(await screen.findByRole("button", { name: "Delete alert rule" }));
  await user.click(await screen.findByText("Undo"));
  await waitFor(() => expect(bodiesOf("createAlertRule")).toHaveLength(1));
  const { id: _, project_id: __, created_at: ___, updated_at: ____, ...whole } = rule;
  expect(bodiesOf("createAlertRule")).toEqual([whole]);
});

test("warns about an alert rule without monitors and an integration without alert rules", async () => {
  const unused = { ...integration, id: 4, name: "Spare" };
  renderScreen(<IntegrationsPage viewer={ADA} apps={appSummaries()} hasMail />, {
    answers: {
      listAllIntegrations: listed([integration, unused]),
      listAlertRules: listed([
        { ...rule, monitors: [99], tags: [] },
        { ...rule, id: 9, event: "uptime.incident.recovered" },
        { ...rule, id: 10, monitors: [], tags: ["db"] },
      ]),
      getAlertRuleCoverage: {
        rules: [
          { alert_rule_id: 8, monitors: 0 },
          { alert_rule_id: 9, monitors: 2 },
          { alert_rule_id: 10, monitors: 0 },
        ],
      },
    },
  });
  expect(await screen.findByText("Matches no monitors now, so it never sends.")).toBeDefined();
  expect(screen.getByText("Needs attention")).toBeDefined();
  expect(screen.getByText("Matches 2 monitors")).toBeDefined();
  expect(screen.getByText("Matches no monitors now, only manual incidents with its tags.")).toBeDefined();
  expect(screen.getAllByText("No alert rule uses this.")).toHaveLength(1);
});

test("marks an integration whose notifications fail, as the overview does", async () => {
  const working = { ...integration, id: 4, name: "Spare" };
  const health = { last: null, retrying: null, pause_reason: null, previous_secret_until: null };
  renderScreen(<IntegrationsPage viewer={ADA} apps={appSummaries()} hasMail />, {
    answers: {
      listAllIntegrations: listed([integration, working]),
      getIntegrationHealth: {
        destinations: [
          { ...health, integration_id: 3, consecutive_failures: 2 },
          { ...health, integration_id: 4, consecutive_failures: 0 },
        ],
      },
    },
  });
  expect(await screen.findByText("Failing")).toBeDefined();
  expect(screen.getAllByText("Active")).toHaveLength(1);
});

test("leads from an empty page to the first integration", async () => {
  const { user } = renderScreen(<IntegrationsPage viewer={ADA} apps={appSummaries()} hasMail />);
  await screen.findByText("No integrations yet");
  await user.click(screen.getAllByText("Add integration", { selector: "button" })[0] as HTMLElement);
  expect(await screen.findByRole("group", { name: "Type" })).toBeDefined();
  expect(screen.queryByText("Create alert rule")).toBeNull();
});

test("shows integrations and alert rules to a member, without what only owners and admins can do", async () => {
  const viewer: Viewer = { ...ADA, user: { ...ADA.user, role: "member" }, permissions: ["platform:read"] };
  const delivery = {
    id: 4,
    integration_name: "Pager",
    event: "test",
    status: "failed",
    attempts: 1,
    incident_id: null,
    created_at: AT,
  };
  renderScreen(<IntegrationsPage viewer={viewer} apps={appSummaries()} hasMail />, {
    answers: {
      listAllIntegrations: listed([integration]),
      listAlertRules: listed([rule]),
      listDeliveries: listed([delivery]),
    },
  });
  await screen.findByText(/^An incident opens/);
  expect(screen.getByRole("heading", { name: "Pager" })).toBeDefined();
  await screen.findByText("Pager: Test notification");
  const buttons = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(buttons).toEqual([expect.stringContaining("Pager: Test notification")]);
});

test("warns before saving a rule that duplicates another", async () => {
  const names = { integration: "Pager", monitors: {} };
  const answers = { listAlertRules: listed([rule]) };
  renderScreen(<RepeatedRule body={rule as never} ownId={null} names={names} />, { answers });
  await screen.findByText(/This duplicates an alert rule/);
});

test("filters the delivery log, names events in words, and links to the incident", async () => {
  const delivery = {
    id: 4,
    integration_name: "Pager",
    event: "uptime.incident.created",
    status: "failed",
    attempts: 1,
    incident_id: 12,
    created_at: AT,
  };
  const { user, sent } = renderScreen(<DeliveryLog />, {
    answers: { listDeliveries: listed([delivery]), listAllIntegrations: listed([integration]) },
  });
  await screen.findByText(/^Pager: /);
  expect(screen.queryByText(/uptime\.incident/)).toBeNull();
  expect(screen.getByText("Incident").getAttribute("href")).toBe("/incidents/12");
  await user.selectOptions(screen.getByLabelText("Result"), "failed");
  await user.selectOptions(screen.getByLabelText("Integration"), "3");
  const last = () => sent.filter(({ id }) => id === "listDeliveries").at(-1)?.query;
  await waitFor(() => expect(last()?.get("integration_id")).toBe("3"));
  expect([last()?.get("status"), last()?.get("page")]).toEqual(["failed", "1"]);
});
