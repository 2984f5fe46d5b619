import * as z from "zod";
import type { PageComponent } from "@/lib/contract/status-pages/components";
import { DomainRecord, type StatusPageDomain } from "@/lib/contract/status-pages/domain";
import { PAGE_FIELDS, SUBSCRIPTION_CHANNELS } from "@/lib/contract/status-pages/fields";
import { pageLanguage } from "@/lib/contract/status-pages/languages";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { type DomainLife, isDomainLive, offlineAt } from "@/lib/domain/status-pages/domain-life";
import { isoSeconds } from "@/lib/shared/clock";
import { pageUrl } from "@/lib/status-page/model/addresses";
import { isPrivate } from "@/lib/status-page/model/load-model";
import { componentsOf, storedTheme } from "@/lib/status-page/model/stored-page";
import { lifeOf } from "@/lib/store/status-pages/domains";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";
import { IMAGE_KINDS, type ImageKind } from "./images";

/** Returns a stored page as the API shows it, without components of deleted monitors. */
export function toStatusPage(
  row: StatusPageRow,
  known: ReadonlySet<number>,
  files: Partial<Record<ImageKind, string>>,
): StatusPage {
  const url = pageUrl(row);
  const image = (kind: ImageKind) =>
    files[kind] ? `${url}/files/${kind}?v=${files[kind].slice(0, 12)}` : null;
  const [logo_light, logo_dark, favicon_light, favicon_dark] = IMAGE_KINDS.map(image);
  return {
    id: row.id,
    project_id: row.project_id,
    ...PAGE_FIELDS.of(row),
    subdomain: row.subdomain,
    domain: row.domain,
    ...domainOf(row),
    components: existing(componentsOf(row), known),
    language: pageLanguage(row.language),
    subscription_channels: row.subscription_channels.flatMap((given) =>
      SUBSCRIPTION_CHANNELS.filter((channel) => channel === given),
    ),
    theme: storedTheme(row),
    access_ips: row.access_ips,
    access_token_enabled: row.access_token !== null,
    access_password_enabled: row.access_password !== null,
    is_private: isPrivate(row),
    logo_light: logo_light ?? null,
    logo_dark: logo_dark ?? null,
    favicon_light: favicon_light ?? null,
    favicon_dark: favicon_dark ?? null,
    url,
    tags: row.tags,
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}

/** Stored result of the DNS check. */
const StoredDns = z.object({ records: z.array(DomainRecord), answers: z.array(DomainRecord).nullable() });

function domainOf(row: StatusPageRow): z.infer<z.ZodObject<typeof StatusPageDomain>> {
  const { domain } = row;
  const life = domain === null ? null : lifeOf(row, domain);
  const dns = row.domain_dns === null ? null : (StoredDns.safeParse(row.domain_dns).data ?? null);
  const iso = (date: Date | null | undefined) => (date ? isoSeconds(date) : null);
  return {
    domain_state: life && stateOf(row, life),
    domain_error: life?.error ?? null,
    domain_phase: life?.phase ?? null,
    domain_since: iso(life?.since),
    domain_checked_at: iso(life?.checkedAt),
    domain_next_check_at: iso(life?.nextCheckAt),
    domain_offline_at: iso(life && offlineAt(life)),
    domain_records: dns?.records ?? [],
    domain_answers: dns?.answers ?? null,
  };
}

function stateOf(row: StatusPageRow, { error }: DomainLife): StatusPage["domain_state"] {
  if (isDomainLive(row)) return "active";
  return error === null ? "pending" : "failed";
}

function existing(components: readonly PageComponent[], known: ReadonlySet<number>): PageComponent[] {
  return components.flatMap((component): PageComponent[] => {
    if (component.componentable_type === "uptime/monitor")
      return known.has(component.componentable_id) ? [component] : [];
    return [
      { ...component, components: component.components.filter((child) => known.has(child.componentable_id)) },
    ];
  });
}
