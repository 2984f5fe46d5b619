import type { MonitorDraft, MonitorFormInfo } from "@/lib/presenters/monitors/form";
import type { ProtocolForm } from "@/lib/presenters/monitors/protocol-forms";

/** The props of each part of the form: the draft, a way to change it, and the error, label, and help of each field. */
export interface FormPart {
  draft: MonitorDraft;
  change: (part: Partial<MonitorDraft>) => void;
  errors: Record<string, string>;
  info: MonitorFormInfo["fields"];
  /** The form of the chosen protocol. */
  protocol: ProtocolForm;
}
