import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateIn, DateOut, Id, text, webUrl } from "@/lib/contract/core/fields";

const fields = {
  name: text(1, 100).meta({
    title: "Name",
    description: "What was deployed, 1 to 100 characters.",
    examples: ["Checkout"],
  }),
  version: text(1, 100)
    .nullable()
    .meta({
      title: "Version",
      description: "Null or 1 to 100 characters: a version, a tag, or a commit.",
      examples: ["v2.14.0"],
    }),
  url: webUrl(500)
    .nullable()
    .meta({
      title: "URL",
      description: "Null or a link to the release: http or https, at most 500 characters.",
      examples: ["https://github.com/acme/checkout/releases/tag/v2.14.0"],
    }),
};
const DEPLOYED_AT = { title: "Deployed at", examples: ["2026-02-01T12:00:00Z"] };

export const CreateDeployment = z.object({
  ...fields,
  version: fields.version.default(null),
  url: fields.url.default(null),
  deployed_at: DateIn.optional().meta({ ...DEPLOYED_AT, description: "Defaults to now." }),
});
export type CreateDeployment = z.infer<typeof CreateDeployment>;

/** A release, drawn as a mark in the charts of its project's monitors. */
export const Deployment = z.object({
  id: Id,
  project_id: Id,
  ...fields,
  deployed_at: DateOut,
  created_at: DateOut,
  updated_at: DateOut.meta({ description: "The same as `created_at`, because deployments cannot change." }),
});
export type Deployment = z.infer<typeof Deployment>;

export const DeploymentQuery = z.object({
  from: DateIn.optional().meta({ description: "Only deployments at or after this time." }),
  to: DateIn.optional().meta({ description: "Only deployments before this time." }),
});
export type DeploymentQuery = z.infer<typeof DeploymentQuery>;

export const endpoints = endpointsOf("project", "Deployments", {
  listDeployments: {
    at: "GET /uptime/deployments",
    summary: "List deployments",
    description: "Newest first. Deployments are deleted after 400 days.",
    query: DeploymentQuery,
    response: Deployment,
    list: true,
  },
  createDeployment: {
    at: "POST /uptime/deployments",
    summary: "Record a deployment",
    description: "It appears as a mark in the response time charts of the project's monitors.",
    body: CreateDeployment,
    response: Deployment,
    status: 201,
  },
  getDeployment: {
    at: "GET /uptime/deployments/{deploymentId}",
    summary: "Get a deployment",
    response: Deployment,
  },
  deleteDeployment: { at: "DELETE /uptime/deployments/{deploymentId}", summary: "Delete a deployment" },
});
