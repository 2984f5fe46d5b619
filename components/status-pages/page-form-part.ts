import type { FieldInfo } from "@/lib/presenters/core/form-fields";
import type { PageDraft } from "@/lib/presenters/status-pages/draft";

/** What each part of the form gets: the draft, how to change it, and what stands beside each field. */
export interface PageFormPart {
  draft: PageDraft;
  change: (part: Partial<PageDraft>) => void;
  errors: Record<string, string>;
  info: Record<string, FieldInfo>;
}
