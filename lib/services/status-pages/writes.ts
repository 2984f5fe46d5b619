import { isDeepStrictEqual } from "node:util";
import { type FieldErrors, found, invalid, invalidField } from "@/lib/contract/core/errors";
import { monitorIds } from "@/lib/contract/status-pages/component-monitors";
import type { PageComponent } from "@/lib/contract/status-pages/components";
import { PAGE_FIELDS } from "@/lib/contract/status-pages/fields";
import { fillTheme } from "@/lib/contract/status-pages/fill-theme";
import type { CreateStatusPage, StatusPage, UpdateStatusPage } from "@/lib/contract/status-pages/pages";
import { ThemeInput } from "@/lib/contract/status-pages/theme";
import { newDomain } from "@/lib/domain/status-pages/domain-life";
import { hashPassword } from "@/lib/services/accounts/password";
import { audit, auditEdit } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { type FieldChanges, fieldChanges } from "@/lib/services/core/field-changes";
import { requireTagLimit } from "@/lib/services/monitors/tags";
import { now } from "@/lib/shared/clock";
import { appUrl, statusPagesHost } from "@/lib/shared/env";
import { sha256 } from "@/lib/shared/secret";
import { isPrivate } from "@/lib/status-page/model/load-model";
import { type Tx, tx } from "@/lib/store/core/tx";
import { knownMonitorIds } from "@/lib/store/monitors/monitors";
import { lifeColumns, requestDomainChecks } from "@/lib/store/status-pages/domains";
import {
  insertStatusPage,
  lockStatusPage,
  type StatusPageChange,
  type StatusPageRow,
  takenName,
  updateStatusPageRow,
} from "@/lib/store/status-pages/pages";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { deleteSnapshot } from "@/lib/store/status-pages/snapshots";
import { applyImages, IMAGE_KINDS, type ImageInputs, readImages } from "./images";
import { announcePage, readStatusPage } from "./pages";

const UNIQUE_VIOLATION = "23505";

/** Creates a page. A job of the same transaction pre-renders it, unless its first visitor comes earlier. */
export async function createStatusPage(caller: Caller, input: CreateStatusPage): Promise<StatusPage> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const images = readImages(input);
  const secrets = await secretColumns(input);
  const pageId = await named(() =>
    tx(async (trx) => {
      await requireFreeNames(trx, input, 0);
      await requireComponents(trx, projectId, input.components);
      await requireTagLimit(trx, caller, input.tags);
      const page = await insertStatusPage(trx, {
        ...plainColumns(input),
        ...secrets,
        ...newDomainColumns(input.domain),
        ...PAGE_FIELDS.of(input),
        project_id: projectId,
        subdomain: input.subdomain,
        components: JSON.stringify(input.components),
        theme: JSON.stringify(input.theme),
      });
      if (input.domain !== null) await requestDomainChecks(trx);
      await applyImages(trx, page.id, images);
      const subject = { type: "status_page", id: page.id };
      await audit(trx, caller, "status_page.created", subject, { name: input.name });
      await requestPageRender(trx, projectId, page.id);
      return page.id;
    }),
  );
  await announcePage(projectId, pageId);
  return await readStatusPage(projectId, pageId);
}

/** Updates the given fields. */
export async function updateStatusPage(
  caller: Caller,
  pageId: number,
  input: UpdateStatusPage,
): Promise<StatusPage> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const images = readImages(await newImages(projectId, pageId, input));
  const secrets = await secretColumns(input);
  await named(() =>
    tx(async (trx) => {
      const stored = found(await lockStatusPage(trx, projectId, pageId));
      await requireFreeNames(trx, input, pageId);
      if (input.components) await requireComponents(trx, projectId, input.components);
      await requireTagLimit(trx, caller, input.tags ?? null);
      const change: StatusPageChange = { ...plainColumns(input), ...secrets };
      Object.assign(change, domainChange(stored, input));
      await updateStatusPageRow(trx, projectId, pageId, change);
      // Different people may read the page now, and they may only see what is rendered from its new settings.
      if (isPrivate(stored) && changesAccess(stored, change)) await deleteSnapshot(trx, pageId);
      if (change.domain_next_check_at) await requestDomainChecks(trx);
      await applyImages(trx, pageId, images);
      const subject = { type: "status_page", id: pageId };
      const detail = { name: input.name ?? stored.name };
      await auditEdit(trx, caller, "status_page.updated", subject, changesOf(stored, input), detail);
      await requestPageRender(trx, projectId, pageId);
    }),
  );
  await announcePage(projectId, pageId);
  return await readStatusPage(projectId, pageId);
}

/** Drops images that are the URLs of the response, because a page that is sent back keeps them. */
async function newImages(projectId: number, pageId: number, input: UpdateStatusPage): Promise<ImageInputs> {
  const sent = IMAGE_KINDS.filter((kind) => input[kind] !== undefined);
  if (!sent.some((kind) => /^https?:/.test(String(input[kind])))) return input;
  const page = await readStatusPage(projectId, pageId);
  return Object.fromEntries(
    sent.filter((kind) => input[kind] !== page[kind]).map((kind) => [kind, input[kind]]),
  );
}

function changesAccess(stored: StatusPageRow, change: StatusPageChange): boolean {
  const rules = ["access_ips", "access_token", "access_password"] as const;
  return rules.some((rule) => change[rule] !== undefined && !isDeepStrictEqual(change[rule], stored[rule]));
}

/** Returns what changed. Secrets and images can't be compared, so they count as changed when they are sent. */
function changesOf(stored: StatusPageRow, input: UpdateStatusPage): FieldChanges {
  // Complete themes, so that values filled from the preset don't appear as changes.
  const theme = input.theme && fillTheme(input.theme);
  return fieldChanges(
    { ...stored, theme: fillTheme(ThemeInput.parse(stored.theme)) },
    { ...input, theme },
    IMAGE_KINDS,
  );
}

/** Returns the columns for the fields of a request; `undefined` ones stay unchanged. */
export function plainColumns(input: UpdateStatusPage): StatusPageChange {
  return {
    ...PAGE_FIELDS.of(input),
    subdomain: input.subdomain,
    domain: input.domain,
    components: input.components && JSON.stringify(input.components),
    subscription_channels: input.subscription_channels,
    theme: input.theme && JSON.stringify(input.theme),
    access_ips: input.access_ips,
    tags: input.tags,
  };
}

/** Returns the columns that follow from a new domain, or from a new subdomain, which changes the records that the domain needs. */
function domainChange(stored: StatusPageRow, { domain, subdomain }: UpdateStatusPage): StatusPageChange {
  if (domain !== undefined && domain !== stored.domain) return newDomainColumns(domain);
  const isRenamed = subdomain !== undefined && subdomain !== stored.subdomain;
  return isRenamed && stored.domain_next_check_at ? { domain_next_check_at: now() } : {};
}

/** Returns the columns of a domain that was just entered or removed. It has to be verified, regardless of the page's previous domain. */
function newDomainColumns(domain: string | null | undefined): StatusPageChange {
  return {
    domain_verified_at: null,
    domain_dns: null,
    ...lifeColumns(domain ? newDomain(domain, now()) : null),
  };
}

/** Returns the secret columns: the token as a digest and the password as an Argon2id hash, so neither can be read back. */
async function secretColumns(input: UpdateStatusPage): Promise<StatusPageChange> {
  const { access_token: token, access_password: password } = input;
  return {
    access_token: typeof token === "string" ? sha256(token) : token,
    access_password: typeof password === "string" ? await hashPassword(password) : password,
  };
}

async function requireFreeNames(trx: Tx, input: UpdateStatusPage, pageId: number): Promise<void> {
  const { subdomain, domain } = input;
  if (domain && isOurOwn(domain))
    throw invalidField("domain", `${domain} belongs to this service. Use your own hostname.`);
  if (!subdomain && !domain) return;
  const taken = await takenName(trx, { subdomain, domain }, pageId);
  if (taken) throw takenError(taken);
}

function takenError(field: "subdomain" | "domain") {
  return invalidField(field, `This ${field} is already used by another status page. Choose another one.`);
}

function isOurOwn(domain: string): boolean {
  const parent = statusPagesHost();
  if (domain === new URL(appUrl()).hostname || domain === parent) return true;
  return parent !== null && domain.endsWith(`.${parent}`);
}

/** Turns a lost race for a free name, which the database decides, into the same 422. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== UNIQUE_VIOLATION) throw error;
    throw takenError(
      constraint?.includes("domain_key") && !constraint.includes("subdomain") ? "domain" : "subdomain",
    );
  }
}

/** Throws 422 on the dotted field of every ID that is not a monitor of the project. Missing and foreign IDs get the same text. */
async function requireComponents(trx: Tx, projectId: number, components: PageComponent[]): Promise<void> {
  const known = await knownMonitorIds(projectId, monitorIds(components), trx);
  const errors: FieldErrors = {};
  const check = (id: number, field: string) => {
    if (!known.has(id))
      errors[`${field}.componentable_id`] = [`This project has no monitor with the ID ${id}.`];
  };
  components.forEach((component, index) => {
    if (component.componentable_type === "uptime/monitor")
      check(component.componentable_id, `components.${index}`);
    else
      component.components.forEach((child, at) => {
        check(child.componentable_id, `components.${index}.components.${at}`);
      });
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
