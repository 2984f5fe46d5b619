import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { type FieldInfo, fieldInfos } from "@/lib/presenters/core/form-fields";

/** Returns labels and help texts of the status page editor. */
export function pageFormInfo(): Record<string, FieldInfo> {
  return fieldInfos(CreateStatusPage);
}
