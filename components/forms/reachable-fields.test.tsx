import { act, fireEvent } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import * as z from "zod";
import { AccountCard } from "@/components/accounts/account-card";
import { ForgotForm } from "@/components/accounts/forgot-form";
import { InviteDialog } from "@/components/accounts/invite-dialog";
import { KeyDialog } from "@/components/accounts/key-dialog";
import { MemberDialog } from "@/components/accounts/member-dialog";
import { PasswordCard } from "@/components/accounts/password-card";
import { ProjectsCard } from "@/components/accounts/projects-card";
import { SetupForm } from "@/components/accounts/setup-form";
import { SignInForm } from "@/components/accounts/sign-in-form";
import { RenewCodes, TurnOff } from "@/components/accounts/two-factor-forms";
import { AppForms } from "@/components/alerting/app-forms";
import { IntegrationDialog } from "@/components/alerting/integration-dialog";
import { IntegrationRow } from "@/components/alerting/integration-row";
import { RuleDialog } from "@/components/alerting/rule-dialog";
import { TestIncidentDialog } from "@/components/alerting/test-incident-dialog";
import { AffectedMonitors } from "@/components/incidents/affected-monitors";
import { CommentForm } from "@/components/incidents/comment-form";
import { ImpactSelect } from "@/components/incidents/impact-select";
import { IncidentActions } from "@/components/incidents/incident-actions";
import { IncidentEdit } from "@/components/incidents/incident-edit";
import { IncidentForm } from "@/components/incidents/incident-form";
import { PostMortemForm } from "@/components/incidents/post-mortem-form";
import { TemplateFields } from "@/components/incidents/template-fields";
import { UpdateEdit } from "@/components/incidents/update-edit";
import { UpdateForm } from "@/components/incidents/update-form";
import { WindowForm } from "@/components/maintenance/window-form";
import { MonitorActions } from "@/components/monitors/monitor-actions";
import { MonitorForm } from "@/components/monitors/monitor-form";
import { MonitorList } from "@/components/monitors/monitor-list";
import { ReplayButton } from "@/components/monitors/replay-dialog";
import { AddRunnerDialog } from "@/components/runners/add-runner-dialog";
import { LocationField } from "@/components/runners/location-field";
import { AddSubscriberDialog } from "@/components/status-pages/add-subscriber-dialog";
import { ImportSubscribersDialog } from "@/components/status-pages/import-subscribers-dialog";
import { PageForm } from "@/components/status-pages/page-form";
import type { Integration } from "@/lib/contract/alerting/integrations";
import { APPS } from "@/lib/contract/apps/registry";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { createMonitorOf } from "@/lib/contract/monitors/input";
import type { PageComponent } from "@/lib/contract/status-pages/components";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { appForms } from "@/lib/http/loaders/app-forms";
import { fieldInfos } from "@/lib/presenters/core/form-fields";
import { NEW_TEMPLATE } from "@/lib/presenters/incidents/template-form";
import { NEW_DRAFT } from "@/lib/presenters/monitors/form";
import { protocolForms } from "@/lib/presenters/monitors/protocol-forms";
import { newPageDraft } from "@/lib/presenters/status-pages/draft";
import { type Answers, listed } from "@/lib/testing/screen/api";
import { aMonitor, anIncident } from "@/lib/testing/screen/records";
import { ADA, renderScreen } from "@/lib/testing/screen/render";
import { SavedFilters } from "./saved-filters";

const ignore = () => undefined;
const AT = "2026-11-21T06:00:00Z";
const manual = anIncident({ type: "manual", state: "investigating", monitors: [1, 2] });
const merged = anIncident({ monitors: [1, 2] });
const update = {
  id: 3,
  incident_id: 5,
  state: "identified",
  content: "…",
  published_at: AT,
  next_update_at: null,
};
const settings = { use_incident_ai: true, use_incident_merging: true, incident_merging_time_window: 5 };
const projects = [1, 2].map((id) => ({ id, name: `Project ${id}`, slug: `p-${id}`, settings }));
const ben = { id: 2, name: "Ben", email: "ben@example.com", role: "member", project_ids: [1] };
const setup = { purpose: "owner", organization_name: null, email: null, needs_code: true };
const runner = { id: 1, kind: "local", name: "local", region: null, location: null, location_source: null };
const integrations = Object.keys(APPS).map((app, at) => ({
  id: at + 1,
  app,
  name: app,
  settings: {},
})) as Integration[];
const repeating = {
  id: 1,
  title: "Upgrade",
  description: null,
  monitoring_mode: "pause",
  monitors: [1],
  status_pages: null,
  tags: null,
  starts_at: "2026-12-01T02:00:00Z",
  ends_at: "2026-12-01T03:00:00Z",
  state: "scheduled",
  time_zone: "UTC",
  recurrence: "FREQ=WEEKLY;BYDAY=TU",
  recurrence_id: 1,
};
const group = { componentable_type: "uptime/group", name: "Shop", is_expanded: true, components: [] };
const component = { componentable_type: "uptime/monitor", componentable_id: 1, display_name: null };
const page = {
  ...newPageDraft("Acme", DEFAULT_THEME),
  components: [group, component] as PageComponent[],
};
const info = { fields: fieldInfos(createMonitorOf("http")), protocols: protocolForms() };

const answers: Answers = {
  listProjects: listed(projects),
  listMonitors: listed([aMonitor(), aMonitor({ id: 2, name: "Mail" })]),
  listUsers: listed([ben]),
  listStatusPages: listed([{ id: 1, name: "Acme" }]),
  getAccount: { name: "Ada", email: "ada@example.com", phone: null, role: "owner" },
};

/** The forms of each tag of the API reference, and the parts of pages that change a field on their own. */
const SCREENS: Record<string, readonly ReactNode[]> = {
  Projects: [<ProjectsCard key={1} viewer={ADA} />],
  Integrations: [
    <IntegrationDialog key={1} open onClose={ignore} />,
    ...integrations
      .slice(0, 1)
      .map((each) => (
        <IntegrationRow key={2} integration={each} rateLimitedUntil={null} health={undefined} />
      )),
  ],
  "Alert rules": [<RuleDialog key={1} open onClose={ignore} integrations={integrations} />],
  "Test incidents": [<TestIncidentDialog key={1} open onClose={ignore} />],
  Monitors: [
    <MonitorForm key={1} initial={NEW_DRAFT} info={info} />,
    <MonitorActions key={2} monitor={aMonitor()} checking={false} onCheck={ignore} onDeleted={ignore} />,
    <ReplayButton key={3} monitor={aMonitor()} />,
    <MonitorList key={4} />,
  ],
  Incidents: [
    <IncidentForm key={1} />,
    <IncidentEdit key={2} incident={manual} onDone={ignore} />,
    <IncidentEdit key={3} incident={merged} onDone={ignore} />,
    <IncidentActions key={4} incident={manual} acknowledgedBy={null} />,
    <ImpactSelect key={5} incident={manual} />,
    <PostMortemForm key={6} incident={manual} draft={null} onDone={ignore} />,
    <AffectedMonitors key={7} incident={merged} histories={[]} />,
  ],
  "Incident updates": [
    <UpdateForm key={1} incident={merged} />,
    <UpdateEdit key={2} update={update as never} onDone={ignore} />,
  ],
  "Incident comments": [<CommentForm key={1} incident={manual} />],
  "Incident templates": [<TemplateFields key={1} id={null} draft={NEW_TEMPLATE} onDone={ignore} />],
  "Maintenance windows": [
    <WindowForm key={1} onDone={ignore} />,
    <WindowForm key={2} window={repeating as never} onDone={ignore} />,
  ],
  "Status pages": [
    <PageForm key={1} initial={page} info={fieldInfos(CreateStatusPage)} />,
    <AddSubscriberDialog
      key={2}
      open
      onClose={ignore}
      page={{ ...page, id: 1, subscription_channels: ["email", "webhook"] }}
    />,
    <ImportSubscribersDialog key={3} open onClose={ignore} pageId={1} />,
  ],
  Accounts: [
    <AccountCard key={1} />,
    <PasswordCard key={2} />,
    <ForgotForm key={3} sendsMail />,
    <SignInForm key={4} />,
    <SetupForm key={5} token="x" setup={setup as never} />,
    <TurnOff key={6} onClose={ignore} />,
    <RenewCodes key={7} onClose={ignore} />,
    <SavedFilters key={8} list="monitors" current="tag=eu" onApply={ignore} />,
  ],
  Members: [
    <MemberDialog key={1} viewer={ADA} member={ben as never} onClose={ignore} />,
    <InviteDialog key={2} viewer={ADA} open onClose={ignore} />,
  ],
  Runners: [
    <AddRunnerDialog key={1} open onClose={ignore} />,
    <LocationField key={2} runner={runner as never} isAdmin />,
  ],
  Keys: [<KeyDialog key={1} viewer={ADA} open onClose={ignore} />],
};

/** Fields whose control has other words than their title, by tag and path. */
const WORDS: Record<string, string> = {};

/** Fields without a control, each with the reason. */
const NOT_IN_A_FORM: Record<string, string> = {};

/** A choice with more options, such as the time zone, changes nothing else in a form. */
const MOST_OPTIONS = 40;

const NAMES = "label, legend, h2, button, [aria-label], [role=menuitem]";

function shownNames(): string[] {
  return [...document.querySelectorAll(NAMES)].map((each) =>
    (each.getAttribute("aria-label") ?? each.textContent ?? "").trim().toLowerCase(),
  );
}

/** Returns the names of all controls that a screen shows, with each choice made in it once. */
async function namesOn(ui: ReactNode): Promise<Set<string>> {
  const { unmount } = renderScreen(<AppForms value={appForms()}>{ui}</AppForms>, { answers });
  await act(async () => undefined);
  const names = new Set(shownNames());
  const look = () => {
    for (const name of shownNames()) names.add(name);
  };
  for (const opener of document.querySelectorAll("[aria-haspopup=menu], [aria-expanded=false]")) {
    fireEvent.click(opener);
    look();
  }
  for (const box of document.querySelectorAll("input[type=radio]:not(:checked)")) {
    fireEvent.click(box);
    look();
  }
  for (const select of document.querySelectorAll("select")) {
    const values = [...select.options].map(({ value }) => value);
    if (values.length > MOST_OPTIONS) continue;
    for (const value of values) {
      if (!select.isConnected) break;
      fireEvent.change(select, { target: { value } });
      look();
    }
  }
  unmount();
  return names;
}

type Schema = z.core.JSONSchema.BaseSchema;

/** Returns path and title of every leaf of a body: a field that isn't an object or a list of objects. */
function leavesOf(schema: Schema, path: readonly string[] = [], title = ""): [path: string, title: string][] {
  const own = schema.title ?? title;
  const forms = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Schema[] | undefined;
  if (forms) return forms.flatMap((form) => leavesOf(form, path, own));
  if (schema.properties)
    return Object.entries(schema.properties as Record<string, Schema>).flatMap(([name, field]) =>
      leavesOf(field, [...path, name]),
    );
  const items = schema.items as Schema | undefined;
  if (items && (items.properties ?? items.anyOf ?? items.oneOf)) return leavesOf(items, [...path, "*"], own);
  return schema.type === "null" ? [] : [[path.join("."), own]];
}

const skipped = new Set(["postRunnerResults", "postRunnerProbe"]);
const writes = (endpoints as readonly Endpoint[]).filter(({ id, body }) => body && !skipped.has(id));
const tags = [...new Set(writes.map(({ tag }) => tag))];

test("knows the forms of every resource", () => {
  expect(tags.filter((tag) => !SCREENS[tag])).toEqual([]);
});

test.each(tags)("shows a control for every field of %s, except those listed here", async (tag) => {
  const names: string[] = [];
  for (const ui of SCREENS[tag] ?? []) names.push(...(await namesOn(ui)));
  const isShown = (words: string) => names.some((name) => name.startsWith(words.toLowerCase()));
  const missing = writes
    .filter((endpoint) => endpoint.tag === tag)
    .flatMap(({ body }) =>
      leavesOf(z.toJSONSchema(body as z.ZodType, { io: "input", unrepresentable: "any" })),
    )
    .map(([path, title]): [string, string] => [`${tag}.${path}`, title])
    .filter(([field]) => !(field in NOT_IN_A_FORM))
    .filter(([field, title]) => !isShown(WORDS[field] ?? (title || "?")))
    .map(([field, title]) => `${field}: ${WORDS[field] ?? title}`);
  expect([...new Set(missing)]).toEqual([]);
});
