import { readFile } from "node:fs/promises";
import type { ApiReply, ApiRequest } from "@/lib/http/request";
import { programFile } from "@/lib/shared/env";
import { callApi } from "../call-api";

const RUNBOOK = programFile("docs/runbook.md");

const json = (uri: string, reply: ApiReply) => ({
  uri,
  mimeType: "application/json",
  text: String(reply.body),
});

export const RESOURCES = [
  {
    uri: "vedette://overview",
    name: "overview",
    title: "Overview",
    description: "State of the project: monitors that need attention, open incidents, and maintenance.",
    mimeType: "application/json",
  },
  {
    uri: "vedette://runbook",
    name: "runbook",
    title: "Runbook",
    description: "What to do when a part of Vedette fails.",
    mimeType: "text/markdown",
  },
];

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: "vedette://incidents/{incidentId}",
    name: "incident",
    title: "Incident",
    description: "An incident and its timeline.",
    mimeType: "application/json",
  },
];

type Content = ReturnType<typeof json>;

/** Returns the contents of a resource, the API's refusal, or null if there is no such resource. */
export async function readResource(request: ApiRequest, uri: string): Promise<Content[] | ApiReply | null> {
  if (uri === "vedette://runbook")
    return [{ uri, mimeType: "text/markdown", text: await readFile(RUNBOOK, "utf8") }];
  const incident = /^vedette:\/\/incidents\/(\d{1,16})$/.exec(uri)?.[1];
  const paths = incident
    ? [`/uptime/incidents/${incident}`, `/uptime/incidents/${incident}/timeline`]
    : uri === "vedette://overview"
      ? ["/uptime/overview"]
      : null;
  if (!paths) return null;
  const contents: Content[] = [];
  for (const each of paths) {
    const reply = await callApi(request, { method: "GET", path: each });
    if (reply.status !== 200) return reply;
    contents.push(json(uri, reply));
  }
  return contents;
}
