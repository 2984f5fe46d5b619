import { MONITOR_FIELDS } from "@/lib/contract/monitors/fields";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { ProjectDefaults } from "@/lib/contract/monitors/project-defaults";
import { MASK } from "@/lib/contract/protocols/masked";
import { pick } from "@/lib/shared/pick";
import type { MonitorDraft } from "./form";
import { requestDraft } from "./request-draft";

const NAME_MAX = 45;

/** The draft of a new monitor. */
export const NEW_DRAFT: MonitorDraft = {
  ...MONITOR_FIELDS.initial,
  name: "",
  protocol: "http",
  request: {},
  regions: ["eu-deu-fra"],
  interval: 60,
  timeout: 20000,
  success_assertions: null,
  tags: "",
};

/** Returns the draft of a new monitor with the project's defaults. */
export function newDraft({ tags, ...defaults }: ProjectDefaults): MonitorDraft {
  const set = Object.entries(defaults).filter(([, value]) => value !== null);
  return { ...NEW_DRAFT, ...Object.fromEntries(set), tags: (tags ?? []).join(", ") };
}

/** Returns a draft of a stored monitor. */
export function draftOf(monitor: Monitor): MonitorDraft {
  return {
    ...MONITOR_FIELDS.of(monitor),
    protocol: monitor.protocol,
    request: requestDraft(monitor.request),
    ...pick(monitor, "regions", "interval", "timeout", "success_assertions"),
    tags: (monitor.tags ?? []).join(", "),
  };
}

/** Returns a draft of a copy of a monitor, without what identifies the original to its clients, and the secrets that can't be read. */
export function copyOf(monitor: Monitor): MonitorDraft {
  const { request, ...draft } = draftOf(monitor);
  const shared = Object.entries(request).filter(([name, value]) => name !== "token" && value !== MASK);
  return { ...draft, request: Object.fromEntries(shared), name: `${draft.name} copy`.slice(0, NAME_MAX) };
}
