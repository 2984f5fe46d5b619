import { describe, expect, test } from "vitest";
import { type DomainLife, domainNews, isDomainLive, newDomain, offlineAt, stepDomain } from "./domain-life";
import type { DomainFinding } from "./domain-proof";

const START = new Date("2026-03-01T12:00:00Z");
const DAY_MIN = 24 * 60;
const at = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
const proved: DomainFinding = { kind: "proved" };
const silent: DomainFinding = { kind: "silent" };
const none: DomainFinding = { kind: "unproved", problem: "Needs a record.", hasRecords: false };
const elsewhere: DomainFinding = { kind: "unproved", problem: "Points elsewhere.", hasRecords: true };

const fresh = newDomain("status.example.com", START);
/** Returns the life after automatic checks, each when it's due. */
const checkedAs = (life: DomainLife, ...findings: DomainFinding[]) =>
  findings.reduce((each, finding) => stepDomain(each, finding, each.nextCheckAt ?? START, false), life);
const minutesToNext = (life: DomainLife) =>
  ((life.nextCheckAt?.getTime() ?? 0) - (life.checkedAt?.getTime() ?? 0)) / 60_000;

describe("a new domain", () => {
  test("is checked immediately and waits for its first record, then for the right one, then is active", () => {
    expect(fresh).toMatchObject({ phase: "waiting", nextCheckAt: START, checkedAt: null });
    const waiting = checkedAs(fresh, none);
    expect(waiting).toMatchObject({ phase: "waiting", since: START, error: null });
    const verifying = checkedAs(waiting, elsewhere);
    expect(verifying).toMatchObject({ phase: "verifying", since: at(1), error: null });
    expect(checkedAs(verifying, proved)).toMatchObject({
      phase: "active",
      since: at(3),
      misses: 0,
      error: null,
    });
  });

  test("is checked after 1, 2, 5, 10, and 30 minutes, then hourly, and daily after a week", () => {
    let life = fresh;
    const waits = Array.from({ length: 8 }, () => {
      life = checkedAs(life, none);
      return minutesToNext(life);
    });
    expect(waits).toEqual([1, 2, 5, 10, 30, 60, 60, 60]);
    const late = stepDomain(life, none, at(7 * DAY_MIN), false);
    expect(minutesToNext(late)).toBe(DAY_MIN);
  });

  test("fails on demand with the reason and is then checked again soon, but on its own only after 72 hours", () => {
    const later = checkedAs(fresh, none, none, none, none);
    expect(stepDomain(later, none, at(20), true)).toMatchObject({
      phase: "waiting",
      error: "Needs a record.",
      nextCheckAt: at(21),
    });
    expect(stepDomain(later, none, at(3 * DAY_MIN - 1), false).error).toBeNull();
    expect(stepDomain(later, none, at(3 * DAY_MIN), false).error).toBe("Needs a record.");
  });

  test("keeps its phase while name servers are silent, which is only an error to someone who asked", () => {
    expect(checkedAs(fresh, elsewhere, silent)).toMatchObject({ phase: "verifying", error: null });
    expect(stepDomain(fresh, silent, START, true).error).toContain("did not respond");
    const failed = stepDomain(fresh, none, START, true);
    expect(checkedAs(failed, silent).error).toContain("did not respond");
  });
});

describe("an active domain", () => {
  const active = checkedAs(fresh, proved);

  test("is checked daily", () => {
    expect(minutesToNext(active)).toBe(DAY_MIN);
    const [first, second] = [active, checkedAs(active, proved)];
    expect([second.since, second.checkedAt]).toEqual([first.since, first.nextCheckAt]);
  });

  test("stays active through checks without proof for 24 hours, then breaks with the reason", () => {
    let life = checkedAs(active, elsewhere);
    const missingAt = at(DAY_MIN);
    expect([life.phase, life.missingSince, minutesToNext(life)]).toEqual(["active", missingAt, 1]);
    expect(offlineAt(life)).toEqual(at(2 * DAY_MIN));
    for (let count = 0; count < 100 && life.phase === "active"; count += 1) life = checkedAs(life, elsewhere);
    expect(life).toMatchObject({ phase: "broken", error: "Points elsewhere.", missingSince: null });
    expect(life.since.getTime()).toBeGreaterThanOrEqual(at(2 * DAY_MIN).getTime());
    expect(life.since.getTime()).toBeLessThanOrEqual(at(2 * DAY_MIN + 60).getTime());
    expect(offlineAt(life)).toBeNull();
  });

  test("doesn't break at the first check after a server was off for days, or by being asked often", () => {
    expect(stepDomain(active, elsewhere, at(30 * DAY_MIN), false).phase).toBe("active");
    const missing = checkedAs(active, elsewhere);
    const late = stepDomain(missing, elsewhere, at(30 * DAY_MIN), false);
    expect(late.phase).toBe("active");
    let asked = active;
    for (let count = 0; count < 20; count += 1) asked = stepDomain(asked, none, at(DAY_MIN + count), true);
    expect([asked.phase, asked.error]).toEqual(["active", null]);
  });

  test("causes a notification once its proof is certainly gone, and another once it goes offline", () => {
    let life = active;
    const news: string[] = [];
    for (let count = 1; life.phase === "active"; count += 1) {
      const next = checkedAs(life, elsewhere);
      const heard = domainNews(life, next);
      if (heard) news.push(`${heard} at check ${count}`);
      life = next;
    }
    expect(news).toEqual(["losing at check 5", expect.stringMatching(/^lost at check \d\d$/)]);
    expect(domainNews(life, checkedAs(life, elsewhere))).toBeNull();
    expect(domainNews(life, checkedAs(life, proved))).toBeNull();
    expect(domainNews(fresh, checkedAs(fresh, none))).toBeNull();
  });

  test("counts only checks without proof against it, not silence before them", () => {
    const silentFirst = checkedAs(active, ...Array.from({ length: 9 }, () => silent), none);
    expect([silentFirst.misses, silentFirst.missingSince]).toEqual([1, silentFirst.checkedAt]);
  });

  test("forgets a gap when its proof returns, and never breaks by silence", () => {
    expect(checkedAs(active, none, none, proved)).toMatchObject({
      missingSince: null,
      misses: 0,
      error: null,
    });
    expect(checkedAs(active, ...Array.from({ length: 100 }, () => silent))).toMatchObject({
      phase: "active",
      missingSince: null,
      error: null,
    });
  });

  test("goes live again from broken with its proof", () => {
    const broken: DomainLife = { ...active, phase: "broken", error: "Gone.", misses: 9 };
    expect(checkedAs(broken, none)).toMatchObject({
      phase: "broken",
      since: active.since,
      error: "Needs a record.",
    });
    expect(checkedAs(broken, proved)).toMatchObject({ phase: "active", error: null });
  });
});

test.each(["status.office.lan", "a.local", "a.internal", "a.test", "a.home.arpa", "a.localhost"])(
  "%s is live without a check",
  (domain) => {
    expect(newDomain(domain, START)).toMatchObject({ phase: "active", nextCheckAt: null });
    expect(isDomainLive({ domain, domain_verified_at: null })).toBe(true);
  },
);

test("a public name is live only once it's verified", () => {
  expect(isDomainLive({ domain: "lan.example.com", domain_verified_at: null })).toBe(false);
  expect(isDomainLive({ domain: "lan.example.com", domain_verified_at: START })).toBe(true);
  expect(isDomainLive({ domain: null, domain_verified_at: START })).toBe(false);
});
