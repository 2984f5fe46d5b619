import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { type FieldInfo, fieldInfos } from "@/lib/presenters/core/form-fields";

/** Labels and limits of the status page editor. */
export function pageFormInfo(): Record<string, FieldInfo> {
  return fieldInfos(CreateStatusPage);
}
