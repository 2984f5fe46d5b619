import { isIP } from "node:net";
import { type DomainAnswers, proofName } from "@/lib/domain/status-pages/domain-proof";
import { inRanges, parseRanges } from "@/lib/shared/address-ranges";
import { askNameServers } from "./dns-question";
import type { RecordType } from "./dns-record";
import { systemNameServers } from "./system-name-servers";

const LOOKUP_MS = 8000;
/** Codes that count as an answer: there is no such record. A name that is too long for DNS has no records either. */
const NO_RECORD: readonly (string | null)[] = [null, "ENOTFOUND", "ENODATA", "EBADNAME"];
/** Addresses that mean something else on every machine. */
const OWN_MACHINE = parseRanges(["0.0.0.0/8", "127.0.0.0/8", "::/128", "::1/128"]);

/** Returns the values of a name's records; null when the name servers didn't answer. */
export type RecordLookup = (name: string, type: RecordType) => Promise<readonly string[] | null>;

/** Asks the given name servers, or the system's if none are given. */
export function recordLookup(servers: readonly string[] = []): RecordLookup {
  return async (name, type) => {
    const asked = servers.length > 0 ? servers : systemNameServers();
    const { records, code } = await askNameServers(asked, name, type, AbortSignal.timeout(LOOKUP_MS));
    return NO_RECORD.includes(code) ? records.map(({ value }) => value) : null;
  };
}

/** Returns the records of a domain that can prove who owns it. */
export async function domainAnswers(domain: string, lookup: RecordLookup): Promise<DomainAnswers> {
  const questions = [
    ["CNAME", domain],
    ["A", domain],
    ["AAAA", domain],
    ["TXT", proofName(domain)],
  ] as const;
  const answers = await Promise.all(questions.map(([type, name]) => lookup(name, type)));
  return {
    records: questions.flatMap(([type, name], at) =>
      (answers[at] ?? []).map((value) => ({ type, name, value })),
    ),
    isComplete: answers.every((answer) => answer !== null),
  };
}

/** Returns the addresses at which others reach hosts; null when name servers didn't answer. An IP address resolves to itself. */
export async function publicAddresses(
  hosts: readonly string[],
  lookup: RecordLookup,
): Promise<readonly string[] | null> {
  const found = await Promise.all(
    hosts.flatMap((host) =>
      isIP(host) === 0 ? [lookup(host, "A"), lookup(host, "AAAA")] : [Promise.resolve([host])],
    ),
  );
  if (found.includes(null)) return null;
  const addresses = found.flatMap((answer) => answer ?? []);
  return [...new Set(addresses)].filter((address) => !inRanges(address, OWN_MACHINE));
}
