import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { repeated, searchIn } from "@/lib/contract/core/list";
import { createdShape } from "@/lib/contract/core/plain-fields";
import { Impact, IncidentState, IncidentStatus } from "@/lib/contract/incidents/states";
import { Tag, Tags } from "@/lib/contract/monitors/tags";
import { GroupComponent, MonitorComponent, ShownComponents } from "./components";
import { StatusPageDomain } from "./domain";
import { PAGE_FIELDS, StatusPageFields, SUBSCRIPTION_CHANNELS } from "./fields";
import { pageTheme } from "./fill-theme";
import { PREVIEW_STATES } from "./preview-states";
import { PageTheme } from "./theme-schema";

const fields = StatusPageFields;

export const CreateStatusPage = z.object({
  ...fields,
  ...createdShape(PAGE_FIELDS, true),
  domain: fields.domain.default(null),
  subscription_channels: fields.subscription_channels.default(["rss", "atom"]),
  theme: fields.theme.default(pageTheme({})),
  access_ips: fields.access_ips.default(null),
  access_token: fields.access_token.default(null),
  access_password: fields.access_password.default(null),
  logo_light: fields.logo_light.optional(),
  logo_dark: fields.logo_dark.optional(),
  favicon_light: fields.favicon_light.optional(),
  favicon_dark: fields.favicon_dark.optional(),
  tags: Tags.default(null),
});
export type CreateStatusPage = z.infer<typeof CreateStatusPage>;

/** A partial update. Omitted fields keep their value. */
export const UpdateStatusPage = z.object(fields).partial();
export type UpdateStatusPage = z.infer<typeof UpdateStatusPage>;

export const PreviewStatusPage = UpdateStatusPage.extend({
  preview_state: z
    .enum(PREVIEW_STATES)
    .optional()
    .meta({
      title: "Preview state",
      description:
        "Shows the page as if it were in this state, with a sample incident or maintenance window for its first component. Without it, the page has its current state.",
      examples: ["major_outage"],
    }),
});
export type PreviewStatusPage = z.infer<typeof PreviewStatusPage>;

const imageUrl = (title: string) =>
  z.string().nullable().meta({ title, description: "URL of the image; null without one." });

/** A status page as returned by the API, without its token and password. */
export const StatusPage = z.object({
  id: Id,
  project_id: Id,
  ...PAGE_FIELDS.shape,
  website_url: z.string(),
  subdomain: z.string(),
  domain: z.string().nullable(),
  ...StatusPageDomain,
  components: ShownComponents,
  subscription_channels: z.array(z.enum(SUBSCRIPTION_CHANNELS)),
  theme: PageTheme,
  access_ips: z.array(z.string()).nullable(),
  access_token_enabled: z.boolean(),
  access_password_enabled: z.boolean(),
  is_private: z.boolean().meta({ description: "Whether any of the three access rules is set." }),
  logo_light: imageUrl("Logo, light"),
  logo_dark: imageUrl("Logo, dark"),
  favicon_light: imageUrl("Favicon, light"),
  favicon_dark: imageUrl("Favicon, dark"),
  url: z.string().meta({ title: "Address", description: "Where visitors find the page.", readOnly: true }),
  tags: Tags,
  created_at: DateOut,
  updated_at: DateOut,
});
export type StatusPage = z.infer<typeof StatusPage>;

const availability = z.number().min(0).max(100).nullable().meta({
  description:
    "Availability in percent over the page's timeframe, never rounded up; null without observations.",
});
const MonitorStatusNow = z.object({
  component_type: MonitorComponent.shape.componentable_type,
  component_id: Id,
  name: z.string(),
  response_time: z.number().int().min(0).nullable(),
  availability,
  current_incident_impact: Impact,
});
const GroupStatusNow = z.object({
  component_type: GroupComponent.shape.componentable_type,
  name: z.string(),
  response_time: z.number().int().min(0).nullable(),
  availability,
  current_incident_impact: Impact,
  components: z.array(MonitorStatusNow),
});

/** The current state of a page as its visitors see it. */
export const CurrentStatus = z.object({
  current_incident_impact: Impact.meta({
    description:
      "The highest impact among the components and the open incidents without monitors, which affect every page of the project; `operational` without incidents.",
  }),
  availability,
  updated_at: DateOut,
  components: z.array(z.discriminatedUnion("component_type", [MonitorStatusNow, GroupStatusNow])),
  active_incidents: z.array(
    z.object({
      id: Id,
      title: z.string(),
      impact: Impact,
      state: IncidentState,
      status: IncidentStatus,
      exclude_from_downtime: z.boolean(),
      incident_at: DateOut,
      recovery_at: DateOut.nullable(),
    }),
  ),
});
export type CurrentStatus = z.infer<typeof CurrentStatus>;

export const StatusPageFilter = z.object({
  tag: repeated(Tag),
  search: searchIn("name, title, subdomain, or domain", "acme"),
});
export type StatusPageFilter = z.infer<typeof StatusPageFilter>;

const PagePreview = z.object({ html: z.string().meta({ description: "The complete document." }) });

export const endpoints = endpointsOf("project", "Status pages", {
  listStatusPages: {
    at: "GET /uptime/status-pages",
    summary: "List status pages",
    query: StatusPageFilter,
    response: StatusPage,
    list: true,
  },
  createStatusPage: {
    at: "POST /uptime/status-pages",
    multipart: true,
    summary: "Create a status page",
    description: "The page is available as soon as the response is sent.",
    body: CreateStatusPage,
    response: StatusPage,
    status: 201,
  },
  getStatusPage: {
    at: "GET /uptime/status-pages/{statusPageId}",
    summary: "Get a status page",
    response: StatusPage,
  },
  updateStatusPage: {
    at: "POST /uptime/status-pages/{statusPageId}",
    multipart: true,
    summary: "Update a status page",
    body: UpdateStatusPage,
    response: StatusPage,
  },
  deleteStatusPage: { at: "DELETE /uptime/status-pages/{statusPageId}", summary: "Delete a status page" },
  verifyStatusPageDomain: {
    at: "POST /uptime/status-pages/{statusPageId}/verify-domain",
    summary: "Verify a status page's domain now",
    description:
      "Checks DNS and returns the page. DNS is also checked automatically. Ownership is proved by a CNAME record that points the domain to the page's host, by A and AAAA records with the server's addresses, or by a TXT record `_vedette.<domain>`. `domain_error` names them while they are missing. An active domain without proof becomes failed after 24 hours. Responds with 422 without a domain.",
    response: StatusPage,
  },
  previewStatusPage: {
    at: "POST /uptime/status-pages/{statusPageId}/preview",
    summary: "Preview changes to a status page",
    description:
      "Returns the page as it would look with these changes and its current data. Nothing is saved.",
    body: PreviewStatusPage,
    response: PagePreview,
  },
  previewNewStatusPage: {
    at: "POST /uptime/status-page-preview",
    summary: "Preview a new status page",
    description:
      "Returns a status page as it would look with these settings and current data. Nothing is saved.",
    body: PreviewStatusPage,
    response: PagePreview,
  },
  getCurrentStatus: {
    at: "GET /uptime/status-pages/{statusPageId}/current-status",
    summary: "Get the current state of a status page",
    response: CurrentStatus,
  },
});
