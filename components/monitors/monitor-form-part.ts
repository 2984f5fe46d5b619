import type { MonitorDraft, MonitorFormInfo } from "@/lib/presenters/monitors/form";

/** What each part of the form gets: the draft, how to change it, and what stands beside each field. */
export interface FormPart {
  draft: MonitorDraft;
  change: (part: Partial<MonitorDraft>) => void;
  errors: Record<string, string>;
  info: MonitorFormInfo;
}
