import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Integration } from "@/lib/contract/alerting/integrations";
import { appForms } from "@/lib/http/loaders/app-forms";
import { listed } from "@/lib/testing/screen/api";
import { testForm } from "@/lib/testing/screen/form";
import { aMonitor } from "@/lib/testing/screen/records";
import { ADA, fill, renderScreen } from "@/lib/testing/screen/render";
import { AppForms } from "./app-forms";
import { IntegrationDialog } from "./integration-dialog";
import { IntegrationRow } from "./integration-row";
import { RuleDialog } from "./rule-dialog";

const ignore = () => undefined;
const AT = "2026-11-21T06:00:00Z";
const webhook: Integration = {
  id: 3,
  app: "outgoing_webhook",
  name: "Pager",
  settings: { url: "https://hooks.example.com/a" },
  paused: false,
  created_at: AT,
  updated_at: AT,
} as never;

const within = (ui: React.ReactNode) => <AppForms value={appForms()}>{ui}</AppForms>;

testForm("the form of a new integration", {
  form: within(<IntegrationDialog open onClose={ignore} />),
  enter: async (user) => {
    await user.selectOptions(screen.getByLabelText("Type"), "ntfy");
    fill("Name", "On call");
    fill("Topic", "alerts");
  },
  submit: "Add integration",
  sends: ["createIntegration", { name: "On call", settings: { topic: "alerts" } }],
  rejects: ["settings.topic", "Topic"],
});

testForm("the form of an existing integration", {
  form: within(<IntegrationDialog open onClose={ignore} integration={webhook} />),
  enter: () => fill("Name", "Night shift"),
  submit: "Save integration",
  sends: ["updateIntegration", { name: "Night shift", settings: { url: "https://hooks.example.com/a" } }],
  rejects: ["settings.url", "URL"],
});

testForm("the form of an alert rule", {
  form: within(<RuleDialog open onClose={ignore} integrations={[webhook]} />),
  answers: { listMonitors: listed([aMonitor()]) },
  enter: () => fill(/^Only with these tags/, "production, team:web"),
  submit: "Create alert rule",
  sends: ["createAlertRule", { integration_id: 3, tags: ["production", "team:web"] }],
  rejects: ["rate_limit", "How often"],
});

test("a rule can watch every project, if there are several", async () => {
  const viewer = { ...ADA, projects: [...ADA.projects, { id: 2, name: "Blog" }] };
  const ui = within(<RuleDialog open onClose={ignore} integrations={[webhook]} />);
  const { user, bodiesOf } = renderScreen(ui, { viewer });
  await user.selectOptions(screen.getByLabelText("Scope"), "organization");
  await user.click(screen.getByText("Create alert rule", { selector: "button" }));
  await waitFor(() => expect(bodiesOf("createAlertRule")).toMatchObject([{ scope: "organization" }]));
});

test("asks for the settings of a new integration before it sends anything", async () => {
  const { user, bodiesOf } = renderScreen(within(<IntegrationDialog open onClose={ignore} />));
  await user.selectOptions(screen.getByLabelText("Type"), "telegram");
  await user.click(screen.getByText("Add integration", { selector: "button" }));
  expect(screen.getByText("Chat is required.")).toBeDefined();
  expect(bodiesOf("createIntegration")).toEqual([]);
});

test("asks for the secret again once the address changes", () => {
  renderScreen(within(<IntegrationDialog open onClose={ignore} integration={webhook} />));
  expect(screen.queryByLabelText(/^Secret/)).toBeNull();
  fill("URL", "https://hooks.example.com/b");
  expect(screen.getByLabelText(/^Secret/)).toBeDefined();
});

test("reads a rule back as a sentence while it is entered", async () => {
  const { user } = renderScreen(within(<RuleDialog open onClose={ignore} integrations={[webhook]} />));
  const sentence = () => screen.getByText(/Pager/, { selector: "p" }).textContent;
  const before = sentence();
  await user.selectOptions(screen.getByLabelText("When"), "uptime.monitor_certificate.expiring");
  expect(screen.getByLabelText("Days before expiry")).toBeDefined();
  expect(sentence()).not.toBe(before);
});

test("pauses an integration, and takes it back from the toast", async () => {
  const row = (
    <IntegrationRow
      mayChange
      integration={webhook}
      rateLimitedUntil={null}
      health={undefined}
      events={undefined}
    />
  );
  const { user, bodiesOf } = renderScreen(within(row));
  await user.click(screen.getByLabelText("Actions for Pager"));
  await user.click(screen.getByText("Pause"));
  await user.click(await screen.findByText("Undo"));
  await waitFor(() => expect(bodiesOf("updateIntegration")).toEqual([{ paused: true }, { paused: false }]));
});
