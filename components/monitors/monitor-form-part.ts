import type { MonitorDraft, MonitorFormInfo } from "@/lib/presenters/monitors/form";

/** The props of each part of the form: the draft, a way to change it, and the error, label and help of each field. */
export interface FormPart {
  draft: MonitorDraft;
  change: (part: Partial<MonitorDraft>) => void;
  errors: Record<string, string>;
  info: MonitorFormInfo;
}
