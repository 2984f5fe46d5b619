import type { FieldInfo } from "@/lib/views/form-fields";
import type { PageDraft } from "@/lib/views/page-draft";

/** What each part of the form gets: the draft, how to change it, and what stands beside each field. */
export interface PageFormPart {
  draft: PageDraft;
  change: (part: Partial<PageDraft>) => void;
  errors: Record<string, string>;
  info: Record<string, FieldInfo>;
}
