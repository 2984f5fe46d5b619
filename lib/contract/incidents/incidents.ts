import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateIn, DateOut, Id, optionalProse, prose, text } from "@/lib/contract/core/fields";
import { repeated, searchIn } from "@/lib/contract/core/list";
import { createdShape, plainFields } from "@/lib/contract/core/plain-fields";
import { must } from "@/lib/contract/core/wording";
import { Tag, Tags } from "@/lib/contract/monitors/tags";
import {
  Impact,
  INCIDENT_STATUSES,
  INCIDENT_TYPES,
  IncidentState,
  IncidentStatus,
  IncidentType,
} from "./states";

export const INCIDENT_FIELDS = plainFields({
  title: {
    schema: text(1, 250).meta({
      title: "Title",
      description:
        "1 to 250 characters. The title of an incident of type `monitor` is private; see `public_title`.",
      examples: ["Checkout responds slowly"],
    }),
  },
  public_title: {
    schema: text(1, 250)
      .nullable()
      .meta({
        title: "Public title",
        description:
          "Title shown on status pages, in feeds, and in subscriber emails: null or 1 to 250 characters. When null, an incident of type `manual` appears under its title, and one of type `monitor` under a neutral one such as “Shop is unavailable”, with the components' names on that page. Until an update is published, every incident appears under the neutral one.",
        examples: ["Orders can't be placed"],
      }),
    initial: null,
  },
  description: {
    schema: optionalProse(2000).meta({
      title: "Description",
      description: "Null or at most 2,000 characters. Private; only updates are public.",
      examples: ["Payments have been timing out since the last release."],
    }),
    initial: null,
  },
  impact: { schema: Impact },
  exclude_from_downtime: {
    schema: z.boolean().meta({
      title: "Exclude from downtime",
      description: "Whether to exclude this incident from downtime and availability in reports.",
      examples: [false],
    }),
    initial: false,
  },
});

const fields = {
  ...INCIDENT_FIELDS.shape,
  post_mortem: prose(1, 20_000)
    .nullable()
    .meta({
      title: "Post-mortem",
      description:
        "Markdown, null or 1 to 20,000 characters. Public on the incident's page. The incident must have recovered.",
      examples: ["A full disk stopped the database. We now get an alert before a disk fills up."],
    }),
  monitors: z
    .array(Id)
    .max(100)
    .refine((ids) => new Set(ids).size === ids.length, must("not contain duplicates"))
    .meta({
      title: "Affected monitors",
      description: "At most 100 monitor IDs of the project. Ignored on incidents of type `monitor`.",
      examples: [[1, 2]],
    }),
  tags: Tags,
};
const incidentAt = DateIn.meta({
  title: "Started at",
  description: "Within the last year and at most 10 minutes ahead. Defaults to now.",
  examples: ["2026-01-31T12:00:00Z"],
});
const recoveryAt = DateIn.nullable().meta({
  title: "Recovered at",
  description:
    "Null, or a time after the start and at most 10 minutes ahead. An incident created with it is already recovered and triggers no created event.",
  examples: ["2026-01-31T13:00:00Z"],
});

const { post_mortem: postMortem, ...createFields } = fields;

export const CreateIncident = z.object({
  ...createFields,
  ...createdShape(INCIDENT_FIELDS),
  monitors: fields.monitors.default([]),
  tags: fields.tags.default(null),
  incident_at: incidentAt.optional(),
  recovery_at: recoveryAt.default(null),
});
export type CreateIncident = z.infer<typeof CreateIncident>;

/** A partial update. Setting `recovery_at` on an ongoing incident recovers it. */
export const UpdateIncident = z
  .object({ ...fields, incident_at: incidentAt, recovery_at: recoveryAt })
  .partial();
export type UpdateIncident = z.infer<typeof UpdateIncident>;

/** An incident as returned by the API. */
export const Incident = z.object({
  id: Id,
  project_id: Id,
  type: IncidentType,
  slug: z.string().meta({
    title: "Slug",
    description: "The project's prefix and a sequence number within the project.",
    examples: ["APP-123"],
  }),
  ...INCIDENT_FIELDS.shape,
  state: IncidentState,
  status: IncidentStatus,
  incident_at: DateOut,
  recovery_at: DateOut.nullable(),
  next_update_at: DateOut.nullable().meta({
    title: "Next update by",
    description:
      "When the next update is due, as announced in the latest update. Null without an announcement and once the incident has recovered.",
  }),
  acknowledged_at: DateOut.nullable(),
  acknowledged_by: z
    .string()
    .nullable()
    .meta({
      title: "Acknowledged by",
      description: "The person or API key working on the incident. Null until someone acknowledges it.",
      examples: ["Ada"],
    }),
  assignee_id: Id.nullable().meta({
    title: "Assignee",
    description:
      "User ID of the person working on the incident. Null before the acknowledgment, and if an API key acknowledged it.",
    examples: [1],
  }),
  post_mortem: postMortem,
  post_mortem_published_at: DateOut.nullable(),
  monitors: z.array(Id).meta({ title: "Affected monitors", examples: [[1, 2]] }),
  tags: Tags,
  created_at: DateOut,
  updated_at: DateOut,
});
export type Incident = z.infer<typeof Incident>;

export const IncidentFilter = z.object({
  monitor_id: repeated(Id),
  tag: repeated(Tag),
  status: repeated(z.enum(INCIDENT_STATUSES)),
  type: repeated(z.enum(INCIDENT_TYPES)),
  search: searchIn("title, public title, or slug", "checkout"),
});
export type IncidentFilter = z.infer<typeof IncidentFilter>;

/** Sort orders of incident lists. A leading minus reverses. */
export const INCIDENT_SORTS = ["id", "-id", "incident_at", "-incident_at"] as const;
export type IncidentSort = (typeof INCIDENT_SORTS)[number];

export const endpoints = endpointsOf("project", "Incidents", {
  listIncidents: {
    at: "GET /uptime/incidents",
    summary: "List incidents",
    description:
      "Newest first, unless `sort` says otherwise. Repeated filters match any of the given values.",
    query: IncidentFilter.extend({
      sort: z
        .enum(INCIDENT_SORTS)
        .default("-id")
        .meta({
          description: "Sort order; a leading minus reverses it.",
          examples: ["-incident_at"],
        }),
    }),
    response: Incident,
    list: true,
  },
  createIncident: {
    at: "POST /uptime/incidents",
    summary: "Create a manual incident",
    body: CreateIncident,
    response: Incident,
    status: 201,
  },
  getIncident: { at: "GET /uptime/incidents/{incidentId}", summary: "Get an incident", response: Incident },
  updateIncident: {
    at: "POST /uptime/incidents/{incidentId}",
    summary: "Update an incident",
    description:
      "Omitted fields keep their value. Setting `recovery_at` recovers an ongoing incident. `monitors` is ignored on incidents of type `monitor`.",
    body: UpdateIncident,
    response: Incident,
  },
  deleteIncident: {
    at: "DELETE /uptime/incidents/{incidentId}",
    summary: "Delete an incident",
    description:
      "Deletes its updates as well and removes its downtime from reports. Integrations that were notified of an open incident get a last notification, sent as `uptime.incident.recovered`.",
  },
  recoverIncident: {
    at: "POST /uptime/incidents/{incidentId}/recover",
    summary: "Recover an incident",
    description:
      "Has no effect on an incident that has already recovered. If monitors of an automatic incident are still down, a new incident opens at once and continues the outage.",
  },
});
