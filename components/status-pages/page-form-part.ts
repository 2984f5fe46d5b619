import type { FieldInfo } from "@/lib/presenters/core/form-fields";
import type { PageDraft } from "@/lib/presenters/status-pages/draft";

/** The props of each part of the form: the draft, a way to change it, and the error, label, and help of each field. */
export interface PageFormPart {
  draft: PageDraft;
  change: (part: Partial<PageDraft>) => void;
  errors: Record<string, string>;
  info: Record<string, FieldInfo>;
}
