import type { ReactNode } from "react";
import { expect, test } from "vitest";
import * as z from "zod";
import { AccountCard } from "@/components/accounts/account-card";
import { ForgotForm } from "@/components/accounts/forgot-form";
import { InviteDialog } from "@/components/accounts/invitations/invite-dialog";
import { KeyDialog } from "@/components/accounts/key-dialog";
import { MemberDialog } from "@/components/accounts/member-dialog";
import { PasswordCard } from "@/components/accounts/password-card";
import { ProjectsCard } from "@/components/accounts/projects-card";
import { SetupForm } from "@/components/accounts/setup-form";
import { SignInForm } from "@/components/accounts/sign-in-form";
import { RenewCodes, TurnOff } from "@/components/accounts/two-factor-forms";
import { AppSummaries } from "@/components/alerting/app-summaries";
import { IntegrationDialog } from "@/components/alerting/integration-dialog";
import { IntegrationRow } from "@/components/alerting/integration-row";
import { RuleDialog } from "@/components/alerting/rule-dialog";
import { TestIncidentDialog } from "@/components/alerting/test-incident-dialog";
import { ImportForm } from "@/components/config-file/import-form";
import AffectedMonitors from "@/components/incidents/affected-monitors";
import AssigneeCard from "@/components/incidents/assignee-card";
import { ImpactSelect } from "@/components/incidents/impact-select";
import { IncidentActions } from "@/components/incidents/incident-actions";
import { IncidentEdit } from "@/components/incidents/incident-edit";
import { IncidentForm } from "@/components/incidents/incident-form";
import { PostMortemForm } from "@/components/incidents/post-mortem-form";
import { TemplateFields } from "@/components/incidents/templates/template-fields";
import { CommentEdit } from "@/components/incidents/updates/comment-edit";
import { CommentForm } from "@/components/incidents/updates/comment-form";
import { UpdateEdit } from "@/components/incidents/updates/update-edit";
import { UpdateForm } from "@/components/incidents/updates/update-form";
import { WindowForm } from "@/components/maintenance/window-form";
import BulkBar from "@/components/monitors/bulk-bar";
import { BulkTags } from "@/components/monitors/bulk-tags";
import { MonitorActions } from "@/components/monitors/monitor-actions";
import { MonitorFilters } from "@/components/monitors/monitor-filters";
import { MonitorForm } from "@/components/monitors/monitor-form";
import { ReplayButton } from "@/components/monitors/replay/replay-dialog";
import { RenameTag } from "@/components/monitors/tags-card";
import { AddRunnerDialog } from "@/components/runners/add-runner-dialog";
import { LocationField } from "@/components/runners/location-field";
import { AddSubscriberDialog } from "@/components/status-pages/add-subscriber-dialog";
import { ImportSubscribers } from "@/components/status-pages/import-subscribers";
import { PageForm } from "@/components/status-pages/page-form";
import type { Integration } from "@/lib/contract/alerting/integrations";
import { APPS } from "@/lib/contract/apps/registry";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { createMonitorOf } from "@/lib/contract/monitors/input";
import type { PageComponent } from "@/lib/contract/status-pages/components";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { appForms, appSummaries } from "@/lib/http/loaders/app-forms";
import { fieldInfos } from "@/lib/presenters/core/form-fields";
import { NEW_TEMPLATE } from "@/lib/presenters/incidents/template-form";
import { readFilter } from "@/lib/presenters/monitors/filter";
import { NEW_DRAFT } from "@/lib/presenters/monitors/initial-draft";
import { protocolForms } from "@/lib/presenters/monitors/protocol-forms";
import { newPageDraft } from "@/lib/presenters/status-pages/initial-draft";
import { type Answers, listed } from "@/lib/testing/screen/api";
import { leavesOf, namesOn } from "@/lib/testing/screen/controls";
import { aMonitor, anIncident, aWindow } from "@/lib/testing/screen/records";
import { ADA } from "@/lib/testing/screen/render";
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
const forms = appForms();
const withRuleSettings = integrations.filter(({ app }) =>
  forms.some(({ id, ruleFields }) => id === app && ruleFields.length > 0),
);
const repeating = aWindow({ recurrence: "FREQ=WEEKLY;BYDAY=TU", recurrence_id: 1 });
const group = { componentable_type: "uptime/group", name: "Shop", is_expanded: true, components: [] };
const component = { componentable_type: "uptime/monitor", componentable_id: 1, display_name: null };
const page = {
  ...newPageDraft("Acme", DEFAULT_THEME),
  components: [group, component, { ...component, componentable_id: 2 }] as PageComponent[],
};
const shownPage = {
  id: 1,
  components: page.components,
  subscription_channels: ["email" as const, "webhook" as const],
};
const detailed = {
  ...NEW_DRAFT,
  regions: ["eu-deu-fra", "na-usa-iad"] as typeof NEW_DRAFT.regions,
  slow_threshold: 800,
  success_assertions: [{ type: "response_json", operator: "equals", selector: "$.status", value: "ok" }],
};
const noFilter = readFilter(new URLSearchParams(), []);
const tag = { tag: "eu", monitors: 1, incidents: 0, status_pages: 0, maintenance_windows: 0, total: 1 };
const info = { fields: fieldInfos(createMonitorOf("http")), protocols: protocolForms() };

const viewer = { ...ADA, projects };
const answers: Answers = {
  listTags: listed([{ tag: "eu", count: 1 }]),
  listProjects: listed(projects),
  listMonitors: listed([aMonitor(), aMonitor({ id: 2, name: "Mail" })]),
  listUsers: listed([ben]),
  listStatusPages: listed([{ id: 1, name: "Acme", components: [] }]),
  getMonitorDefaults: {
    regions: null,
    interval: null,
    incident_confirmations: null,
    recovery_confirmations: null,
    tags: null,
  },
  previewNewStatusPage: { html: "<p>Acme</p>" },
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
        <IntegrationRow
          mayChange
          key={2}
          integration={each}
          rateLimitedUntil={null}
          health={undefined}
          isUnused={false}
        />
      )),
  ],
  "Alert rules": withRuleSettings.map((each) => (
    <RuleDialog key={each.id} open onClose={ignore} integrations={[each]} />
  )),
  "Test incidents": [<TestIncidentDialog key={1} open onClose={ignore} />],
  Tags: [<RenameTag key={1} tag={tag} others={[tag]} onClose={ignore} />],
  Monitors: [
    <MonitorForm key={1} initial={NEW_DRAFT} info={info} />,
    <MonitorForm key={2} initial={detailed} info={info} monitorId={1} />,
    <MonitorActions key={2} monitor={aMonitor()} checking={false} onCheck={ignore} onDeleted={ignore} />,
    <ReplayButton key={3} monitor={aMonitor()} />,
    <MonitorFilters key={4} filter={{ ...noFilter, incident: ["5"] }} onChange={ignore} />,
    <BulkBar key={5} selected={new Set([1])} filter={noFilter} shown={[1]} total={1} onDone={ignore} />,
    <BulkTags
      key={6}
      open
      title="Tags"
      known={[]}
      error={undefined}
      busy={false}
      onClose={ignore}
      onSave={ignore}
    />,
  ],
  Incidents: [
    <IncidentForm key={1} />,
    <IncidentEdit key={2} incident={manual} onDone={ignore} />,
    <IncidentEdit key={3} incident={merged} onDone={ignore} />,
    <IncidentActions key={4} incident={manual} />,
    <AssigneeCard key={9} incident={manual} />,
    <ImpactSelect key={5} incident={manual} />,
    <PostMortemForm key={6} incident={manual} draft={null} onDone={ignore} />,
    <AffectedMonitors key={7} incident={merged} histories={[]} />,
  ],
  "Incident updates": [
    <UpdateForm key={1} incident={merged} />,
    <UpdateEdit key={2} update={update as never} onDone={ignore} />,
  ],
  "Incident comments": [
    <CommentForm key={1} incident={manual} />,
    <CommentEdit key={2} comment={{ id: 9, text: "" }} incidentId={5} onDone={ignore} />,
  ],
  "Incident templates": [<TemplateFields key={1} id={null} draft={NEW_TEMPLATE} onDone={ignore} />],
  "Maintenance windows": [
    <WindowForm key={1} onDone={ignore} />,
    <WindowForm key={2} window={repeating} onDone={ignore} />,
  ],
  "Status pages": [
    <PageForm key={1} initial={page} info={fieldInfos(CreateStatusPage)} />,
    <AddSubscriberDialog key={2} open onClose={ignore} page={shownPage} />,
    <ImportSubscribers key={3} onClose={ignore} pageId={1} />,
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
  Deployments: [],
  "Import and export": [<ImportForm key={1} />],
  Keys: [<KeyDialog key={1} viewer={ADA} open onClose={ignore} />],
};

/** Fields whose control has other words than their title, by tag and path. */
const WORDS: Record<string, string> = {
  "Integrations.settings.members": "Email recipients",
  "Integrations.paused": "Pause",
  "Alert rules.event": "When",
  "Alert rules.integration_id": "Notify",
  "Alert rules.rate_limit": "How often",
  "Alert rules.event_settings.type": "Which incidents",
  "Alert rules.monitors": "Only for these monitors",
  "Alert rules.tags": "Only with these tags",
  "Test incidents.monitor_id": "Simulate an outage of",
  "Monitors.paused": "Pause",
  "Monitors.success_assertions.*.type": "Subject of assertion",
  "Monitors.success_assertions.*.operator": "Operator of assertion",
  "Monitors.success_assertions.*.selector": "JSON of assertion",
  "Monitors.success_assertions.*.value": "Value of assertion",
  "Monitors.filter.tag": "Tag",
  "Monitors.filter.state": "State",
  "Monitors.filter.protocol": "Protocol",
  "Monitors.filter.region": "Region",
  "Monitors.filter.search": "Search by name or URL",
  "Monitors.filter.incident_id": "Incident",
  "Monitors.action": "Pause",
  "Monitors.add_tags": "Add tags",
  "Monitors.remove_tags": "Remove tags",
  "Tags.tag": "New name",
  "Maintenance windows.monitoring_mode": "During maintenance",
  "Maintenance windows.status_pages": "Announce on",
  "Maintenance windows.starts_at": "Starts",
  "Maintenance windows.ends_at": "Ends",
  "Maintenance windows.recurrence": "Repeats",
  "Import and export.source": "Product",
  "Import and export.regions": "Region",
  "Import and export.prune": "Delete items that are no longer",
  "Import and export.preview": "Preview",
  "Incident templates.update_state": "Update state",
  "Status pages.search_engine_indexed": "Allow search engines",
  "Status pages.components.*.componentable_type": "Add group",
  "Status pages.components.*.componentable_id": "Add monitors to the page",
  "Status pages.components.*.components.*.componentable_type": "Add monitors to Shop",
  "Status pages.components.*.components.*.componentable_id": "Add monitors to Shop",
  "Status pages.theme.light.degraded_performance": "Degraded",
  "Status pages.theme.dark.degraded_performance": "Degraded",
  "Status pages.access_password": "Password",
  "Status pages.components": "Components",
  "Status pages.groups": "Components",
  "Status pages.kinds": "Updates about",
  "Status pages.has_consented": "They agreed to get emails",
  "Status pages.preview": "Preview",
};

/** Fields without a control, each with the reason. */
const NOT_IN_A_FORM: Record<string, string> = {
  "Import and export.variables": "asked for once a preview names the missing ones",
  "Projects.members": "each member's projects are edited in the member's form",
  "Monitors.expected": "the number in the question that is asked before monitors are deleted",
  "Monitors.ids": "the checkboxes of the list",
  "Monitors.filter.id": "the checkboxes of the list",
  "Monitors.filter.status": "the list filters by state, which includes it",
  "Monitors.from": "a replay covers all results that are kept",
  "Monitors.to": "a replay covers all results that are kept",
  "Deployments.name": "a deployment is recorded by the program that deploys",
  "Deployments.version": "a deployment is recorded by the program that deploys",
  "Deployments.url": "a deployment is recorded by the program that deploys",
  "Deployments.deployed_at": "a deployment is recorded by the program that deploys",
  "Accounts.project_id": "the project switcher sends it",
  "Accounts.endpoint": "the browser supplies it when it subscribes to notifications",
  "Accounts.keys.p256dh": "the browser supplies it when it subscribes to notifications",
  "Accounts.keys.auth": "the browser supplies it when it subscribes to notifications",
  "Integrations.settings.channel": "the switch shows it once a bot is chosen",
  "Accounts.list": "each list saves its own filters",
  "Accounts.query": "the filters of the list",
  "Keys.project_id": "a project key belongs to the current project",
  "Status pages.theme.rounded": "the corner radius replaces it",
  "Status pages.preview_state": "the menu above the preview, which loads after the form",
};

const skipped = new Set(["postRunnerResults", "postRunnerProbe"]);
const writes = (endpoints as readonly Endpoint[]).filter(({ id, body }) => body && !skipped.has(id));
const tags = [...new Set(writes.map(({ tag }) => tag))];

test("knows the forms of every resource", () => {
  expect(tags.filter((tag) => !SCREENS[tag])).toEqual([]);
});

test.each(tags)(
  "shows a control for every field of %s, except those listed here",
  async (tag) => {
    const names: string[] = [];
    for (const ui of SCREENS[tag] ?? []) {
      const screen = <AppSummaries value={appSummaries()}>{ui}</AppSummaries>;
      names.push(...(await namesOn(screen, { answers, viewer })));
    }
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
  },
  60_000,
);
