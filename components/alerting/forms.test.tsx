import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { EVENT_WORDS } from "@/lib/contract/alerting/event-words";
import type { Integration } from "@/lib/contract/alerting/integrations";
import { ApiError } from "@/lib/contract/core/errors";
import { appSummaries } from "@/lib/http/loaders/app-forms";
import { listed } from "@/lib/testing/screen/api";
import { testForm } from "@/lib/testing/screen/form";
import { aMonitor } from "@/lib/testing/screen/records";
import { ADA, fill, renderScreen } from "@/lib/testing/screen/render";
import { AppSummaries } from "./app-summaries";
import { IntegrationDialog } from "./integration-dialog";
import { IntegrationRow } from "./integration-row";
import { RuleDialog } from "./rule-dialog";
import { TeamDialog } from "./team-dialog";

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

const within = (ui: React.ReactNode) => <AppSummaries value={appSummaries()}>{ui}</AppSummaries>;

testForm("the form of a new integration", {
  form: within(<IntegrationDialog open onClose={ignore} />),
  enter: async (user) => {
    await user.click(screen.getByRole("radio", { name: "ntfy" }));
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
  await user.click(screen.getByRole("radio", { name: "Telegram" }));
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

test("pauses an integration, and undoes it from the toast", async () => {
  const row = (
    <IntegrationRow
      mayChange
      integration={webhook}
      rateLimitedUntil={null}
      health={undefined}
      isUnused={false}
    />
  );
  const { user, bodiesOf } = renderScreen(within(row));
  await user.click(screen.getByLabelText("Actions for Pager"));
  await user.click(screen.getByText("Pause"));
  await user.click(await screen.findByText("Undo"));
  await waitFor(() => expect(bodiesOf("updateIntegration")).toEqual([{ paused: true }, { paused: false }]));
});

test("shows only the fields of the chosen Slack connection, and where to find their values", async () => {
  const { user } = renderScreen(within(<IntegrationDialog open onClose={ignore} />));
  await user.click(screen.getByRole("radio", { name: "Slack" }));
  expect(screen.getByText("Set it up at Slack").getAttribute("href")).toBe("https://api.slack.com/apps");
  expect(screen.getAllByLabelText(/^Incoming webhook/)).toHaveLength(2);
  expect(screen.queryByLabelText(/^Channel/)).toBeNull();
  await user.click(screen.getByLabelText("Bot token"));
  expect(screen.getByLabelText(/^Channel/)).toBeDefined();
  expect(screen.getAllByLabelText(/^Incoming webhook/)).toHaveLength(1);
});

test("creates rules for several events and integrations in one step, and none twice after a failure", async () => {
  const chat = { ...webhook, id: 4, name: "Chat" };
  let isDown = true;
  const createAlertRule = ({ body }: { body: { integration_id: number } }) => {
    if (body.integration_id === 4 && isDown) {
      isDown = false;
      throw new ApiError(503, "Try again.");
    }
    return { id: 1 };
  };
  const ui = within(<RuleDialog open onClose={ignore} integrations={[webhook, chat]} />);
  const { user, bodiesOf } = renderScreen(ui, { answers: { createAlertRule } });
  await user.click(screen.getByLabelText(`When ${EVENT_WORDS["uptime.incident.recovered"].clause}`));
  await user.click(screen.getByLabelText("Chat"));
  await user.click(screen.getByText("Create 4 alert rules"));
  await screen.findByText("Try again.");
  await user.click(screen.getByText("Create 4 alert rules"));
  expect(await screen.findByText("4 alert rules added")).toBeDefined();
  const sent = bodiesOf("createAlertRule") as { event: string; integration_id: number }[];
  expect(sent.map(({ event, integration_id: id }) => `${event} ${id}`)).toEqual([
    "uptime.incident.created 3",
    "uptime.incident.created 4",
    "uptime.incident.created 4",
    "uptime.incident.recovered 3",
    "uptime.incident.recovered 4",
  ]);
});

test("suggests tags in use, and warns about a tag that no monitor has", async () => {
  const listTags = listed([{ tag: "production", monitors: 3 }]);
  const ui = within(<RuleDialog open onClose={ignore} integrations={[webhook]} />);
  const { user } = renderScreen(ui, { answers: { listTags } });
  fill(/^Only with these tags/, "prod");
  expect(await screen.findByText(/^No monitor has this tag/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "production" }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Only with these tags/).value).toBe("production, ");
  expect(screen.queryByText(/^No monitor has this tag/)).toBeNull();
});

test("sets up Slack and email for everyone from one address", async () => {
  const listUsers = listed(
    [1, 2, 3, 4, 5].map((id) => ({ id, name: `P${id}`, email: `p${id}@example.com` })),
  );
  const createIntegration = ({ params }: { params: { app: string } }) => ({
    id: params.app === "slack" ? 1 : 2,
  });
  const { user, bodiesOf } = renderScreen(within(<TeamDialog open onClose={ignore} />), {
    answers: { listUsers, createIntegration, createAlertRule: { id: 1 } },
  });
  await screen.findByLabelText(/P5/);
  fill(/^Slack incoming webhook/, "https://hooks.slack.com/services/T0/B0/x");
  await user.click(screen.getByText("Alert the team", { selector: "button" }));
  await screen.findByText("The team gets alerts about outages and recoveries");
  expect(bodiesOf("createIntegration")).toEqual([
    { name: "Slack", settings: { webhook_url: "https://hooks.slack.com/services/T0/B0/x" } },
    { name: "Email to the team", settings: { members: [1, 2, 3, 4, 5] } },
  ]);
  expect(bodiesOf("createAlertRule")).toHaveLength(4);
});
