import { type FieldErrors, found, invalid, invalidField, recordNotFound } from "@/lib/contract/core/errors";
import {
  type CreateIncidentTemplate,
  type IncidentTemplate,
  TEMPLATES_PER_PROJECT,
  type UpdateIncidentTemplate,
} from "@/lib/contract/incidents/templates";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { isoSeconds } from "@/lib/shared/clock";
import { type Tx, tx } from "@/lib/store/core/tx";
import {
  deleteTemplateRow,
  type IncidentTemplateRow,
  insertTemplate,
  lockTemplates,
  selectTemplate,
  selectTemplates,
  templateUsage,
  updateTemplateRow,
} from "@/lib/store/incidents/templates";

type Parts = Pick<CreateIncidentTemplate, "title" | "update_state" | "update_content">;

export async function listIncidentTemplates(caller: Caller, page: Page): Promise<Listed<IncidentTemplate>> {
  requirePermission(caller, "uptime:read");
  return itemsOf(selectTemplates(projectOf(caller), page), toTemplate);
}

/** Returns a template. Throws 404 if it is missing or belongs to another project. */
export async function getIncidentTemplate(caller: Caller, id: number): Promise<IncidentTemplate> {
  requirePermission(caller, "uptime:read");
  return toTemplate(found(await selectTemplate(projectOf(caller), id)));
}

/** Creates a template. Throws 422 for a taken name, above the project's limit, and for a template that fills in nothing. */
export async function createIncidentTemplate(
  caller: Caller,
  input: CreateIncidentTemplate,
): Promise<IncidentTemplate> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  requireParts(input);
  const row = await tx(async (trx) => {
    await lockTemplates(trx, projectId);
    const total = await requireFreeName(trx, projectId, input.name, null);
    if (total >= TEMPLATES_PER_PROJECT) {
      throw invalidField("name", `A project can have at most ${TEMPLATES_PER_PROJECT} incident templates.`);
    }
    return insertTemplate(trx, { ...input, project_id: projectId });
  });
  return toTemplate(row);
}

/** Updates the given fields; the template must be valid as a whole afterward. */
export async function updateIncidentTemplate(
  caller: Caller,
  id: number,
  input: UpdateIncidentTemplate,
): Promise<IncidentTemplate> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const row = await tx(async (trx) => {
    await lockTemplates(trx, projectId);
    const stored = found(await selectTemplate(projectId, id, trx));
    const { title = stored.title, update_content = stored.update_content } = input;
    const { update_state = stored.update_state as Parts["update_state"] } = input;
    requireParts({ title, update_state, update_content });
    if (input.name !== undefined) await requireFreeName(trx, projectId, input.name, id);
    return updateTemplateRow(trx, projectId, id, input);
  });
  return toTemplate(row);
}

export async function deleteIncidentTemplate(caller: Caller, id: number): Promise<void> {
  requirePermission(caller, "uptime:write");
  if (!(await deleteTemplateRow(projectOf(caller), id))) throw recordNotFound();
}

/** Ensures that the name is free and returns how many templates the project has. */
async function requireFreeName(
  trx: Tx,
  projectId: number,
  name: string,
  exceptId: number | null,
): Promise<number> {
  const { total, taken } = await templateUsage(trx, projectId, name, exceptId);
  if (taken) throw invalidField("name", `Another template in this project is already named “${name}”.`);
  return total;
}

function requireParts({ title, update_state: state, update_content: content }: Parts): void {
  const errors: FieldErrors = {};
  if (title === null && content === null) {
    errors.title = ["A template needs a title, a public update, or both."];
  }
  if (state === null && content !== null) errors.update_state = ["A public update requires a state."];
  if (state !== null && content === null) {
    errors.update_content = ["A state requires the text of a public update. Without one, it must be null."];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function toTemplate(row: IncidentTemplateRow): IncidentTemplate {
  return {
    ...row,
    impact: row.impact as IncidentTemplate["impact"],
    update_state: row.update_state as IncidentTemplate["update_state"],
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}
