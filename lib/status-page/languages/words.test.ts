import { describe, expect, test } from "vitest";
import { PAGE_LANGUAGES, type PageLanguage } from "@/lib/contract/status-pages/languages";
import { recurrencePattern } from "@/lib/domain/maintenance/recurrence-pattern";
import { TROUBLES } from "@/lib/domain/status-pages/page-state";
import { dateText, listText, rangeText } from "./intl";
import { wordsOf } from "./registry";
import type { Words } from "./words";

const HOUR_S = 3600;
const firstStart = new Date("2026-03-03T01:00:00Z"); // Tuesday, 02:00 in Berlin
const patternOf = (rule: string) =>
  recurrencePattern({ rule, timeZone: "Europe/Berlin", firstStart }, HOUR_S * 1000);

/** Values for the texts that take any. Every other function takes one number or one text. */
const SAMPLES: Record<string, readonly unknown[]> = {
  "maintenance.repeats": [patternOf("FREQ=WEEKLY;BYDAY=TU")],
  outageTitle: [["API"], "major_outage"],
  duration: [5 * 86_400 + 3 * HOUR_S],
  labeled: ["A", "B"],
  reported: ["A", "B"],
  moment: ["A", "B"],
  spent: ["A", "B"],
  inText: ["A"],
  overDays: ["A", 5],
  sinceDay: ["A", "B"],
  "home.affectedOf": [2, 5],
  "feed.span": ["A", "B"],
};
const COUNTED = /(?:^more|daysAgo|lastDays|moreOutages|allUpdates|component.hours|component.days)$/;

/** Returns every text of a language by its path, with sample values in those that take some. */
function textsOf(language: PageLanguage): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === "string") found.set(path, value);
    else if (typeof value === "function")
      found.set(path, String(value(...(SAMPLES[path] ?? [COUNTED.test(path) ? 5 : "A"]))));
    else for (const [key, each] of Object.entries(value as object)) walk(each, path ? `${path}.${key}` : key);
  };
  walk(wordsOf({ language }), "");
  return found;
}

const english = textsOf("en");
const others = PAGE_LANGUAGES.filter((language) => !language.startsWith("en"));

/** Texts that are the same word in English, or only order and punctuate their values. */
const SAME: Partial<Record<PageLanguage, readonly string[]>> = {
  de: ["frame.themes.all", "incident.updates", "feed.calendar"],
  es: ["duration"],
  fr: ["maintenance.title", "subscription.incidents"],
  it: ["frame.email", "access.password"],
  nl: ["incident.updates"],
};
const PUNCTUATION = ["labeled", "reported", "moment", "inText", "spent"];

describe.each(others)("the texts in %s", (language) => {
  const texts = textsOf(language);

  test("exist for every text, without unfilled slots", () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of texts)
      expect([path, text]).not.toEqual([path, expect.stringMatching(/^$|#|undefined|NaN/)]);
  });

  test("aren't English by accident", () => {
    const same = [...texts].filter(([path, text]) => text === english.get(path)).map(([path]) => path);
    const allowed = new Set([...PUNCTUATION, ...(SAME[language] ?? [])]);
    expect(same.filter((path) => !allowed.has(path))).toEqual([]);
  });

  test("use typographic quotes, and no-break spaces before marks", () => {
    for (const [path, text] of texts)
      expect([path, text]).not.toEqual([path, expect.stringMatching(/['"]| [:;?!]/)]);
  });

  test("mark the same places for elements as English", () => {
    const marks = (text = "") => [...text.matchAll(/\{[a-z]+\}/g)].map(String).sort();
    for (const [path, text] of texts) expect([path, marks(text)]).toEqual([path, marks(english.get(path))]);
  });

  test("have a title for an outage of none, one, two, and many components in every state", () => {
    const { outageTitle } = wordsOf({ language });
    for (const state of [...TROUBLES, "empty"] as const)
      for (const names of [[], ["API"], ["API", "Web"], ["API", "Web", "Mail", "Search"]]) {
        const title = outageTitle(names, state);
        expect(title).not.toMatch(/#|undefined/);
        if (names[0]) expect(title).toContain(names[0]);
      }
  });
});

test.each<[PageLanguage, (words: Words) => (count: number) => string, string[]]>([
  [
    "pl",
    ({ home }) => home.moreOutages,
    [
      "I jeszcze 0 awarii",
      "I jeszcze 1 awaria",
      "I jeszcze 2 awarie",
      "I jeszcze 5 awarii",
      "I jeszcze 11 awarii",
      "I jeszcze 100 awarii",
    ],
  ],
  [
    "pl",
    ({ home }) => home.daysAgo,
    ["0 dni", "1 dzień", "2 dni", "5 dni", "11 dni", "100 dni"].map((days) => `${days} temu`),
  ],
  [
    "ar",
    ({ home }) => home.daysAgo,
    ["قبل 0 أيام", "قبل يوم", "قبل يومين", "قبل 5 أيام", "قبل 11 يومًا", "قبل 100 يوم"],
  ],
  [
    "ar",
    ({ home }) => home.moreOutages,
    [
      "و0 انقطاعات أخرى",
      "وانقطاع آخر",
      "وانقطاعان آخران",
      "و5 انقطاعات أخرى",
      "و11 انقطاعًا آخر",
      "و100 انقطاع آخر",
    ],
  ],
])("counts in %s with the right plural", (language, counter, expected) => {
  expect([0, 1, 2, 5, 11, 100].map(counter(wordsOf({ language })))).toEqual(expected);
});

test.each<[PageLanguage, string]>([
  ["en", "1 h 12 min"],
  ["de", "1 Std. 12 Min."],
  ["fr", "1 h 12 min"],
  ["nl", "1 uur 12 min"],
  ["pl", "1 godz. 12 min"],
  ["ja", "1時間12分"],
  ["zh", "1小时12分钟"],
  ["ar", "ساعة و12 دقيقة"],
])("writes a duration in %s", (language, expected) => {
  expect(
    wordsOf({ language })
      .duration(72 * 60)
      .replace(/\s/g, " "),
  ).toBe(expected);
});

test.each<[PageLanguage, string, string]>([
  ["en", "FREQ=WEEKLY;BYDAY=TU", "Repeats every Tuesday, 02:00–03:00 Europe/Berlin"],
  ["de", "FREQ=WEEKLY;BYDAY=TU", "Wiederholt sich jeden Dienstag, 02:00–03:00 Europe/Berlin"],
  ["fr", "FREQ=MONTHLY;BYDAY=1TU", "Se répète chaque mois, le premier mardi, 02:00–03:00 Europe/Berlin"],
  ["it", "FREQ=MONTHLY;BYDAY=-1SU", "Si ripete ogni mese, l’ultima domenica, 02:00–03:00 Europe/Berlin"],
  ["pt", "FREQ=MONTHLY;BYDAY=2MO", "Repete-se todo mês na segunda segunda-feira, 02:00–03:00 Europe/Berlin"],
  ["pl", "FREQ=WEEKLY;BYDAY=TU,FR", "Powtarzane co tydzień we wtorek i piątek, 02:00–03:00 Europe/Berlin"],
  ["pl", "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE", "Powtarzane co 2 tygodnie w środę, 02:00–03:00 Europe/Berlin"],
  [
    "it",
    "FREQ=DAILY;UNTIL=20301208",
    "Si ripete ogni giorno, 02:00–03:00 Europe/Berlin, fino all’8 dicembre 2030",
  ],
  ["pl", "FREQ=MONTHLY;BYDAY=3WE", "Powtarzane co miesiąc w trzecią środę, 02:00–03:00 Europe/Berlin"],
  ["pl", "FREQ=MONTHLY;BYDAY=-1FR", "Powtarzane co miesiąc w ostatni piątek, 02:00–03:00 Europe/Berlin"],
  ["ja", "FREQ=MONTHLY;BYDAY=1TU", "繰り返し：毎月第1火曜日、02:00–03:00 Europe/Berlin"],
  ["es", "FREQ=DAILY;INTERVAL=3;COUNT=10", "Se repite cada 3 días, 02:00–03:00 Europe/Berlin, 10 veces"],
  [
    "nl",
    "FREQ=YEARLY;UNTIL=20301231",
    "Herhaalt zich elk jaar op 3 maart, 02:00–03:00 Europe/Berlin, tot en met 31 december 2030",
  ],
  [
    "en",
    "FREQ=WEEKLY;BYDAY=MO,WE,FR;UNTIL=20301231",
    "Repeats every Monday, Wednesday, and Friday, 02:00–03:00 Europe/Berlin, until December 31, 2030",
  ],
  [
    "de",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "Wiederholt sich von Montag bis Freitag, 02:00–03:00 Europe/Berlin",
  ],
  ["ar", "FREQ=WEEKLY;BYDAY=TU,FR", "تتكرر كل ثلاثاء وجمعة، 02:00–03:00 Europe/Berlin"],
  ["ar", "FREQ=DAILY;INTERVAL=2", "تتكرر كل يومين، 02:00–03:00 Europe/Berlin"],
  ["zh", "FREQ=DAILY;BYHOUR=2,14", "重复规则：FREQ=DAILY;BYHOUR=2,14，02:00–03:00 Europe/Berlin"],
])("says in %s how maintenance repeats: %s", (language, rule, sentence) => {
  expect(wordsOf({ language }).maintenance.repeats(patternOf(rule))).toBe(sentence);
});

test.each(PAGE_LANGUAGES)(
  "never calls an update an email in %s, because it may go to a webhook",
  (language) => {
    const { confirm, confirmed, leave, left } = wordsOf({ language }).subscription;
    for (const { text } of [confirm, confirmed, leave, left])
      expect(text).not.toMatch(/e-?mail|correo|メール|邮件|écri|scriver|escribir|بريد/i);
  },
);

test("writes days and ranges of days as readers expect", () => {
  const days = [1, 3].map((day) => new Date(Date.UTC(2026, 10, day)));
  const [from = new Date(), to = from] = days;
  const texts = (language: PageLanguage) => {
    const place = { language, timeZone: "UTC" };
    const day = dateText(from, place, "day", { day: "numeric", month: "long" });
    return [day, rangeText([from, to], place, false).replace(/\s/g, " ")];
  };
  expect(texts("en")).toEqual(["November 1", "November 1 – 3"]);
  expect(texts("en-GB")).toEqual(["1 November", "1 – 3 November"]);
  expect(texts("fr")).toEqual(["1er novembre", "1er–3 novembre"]);
  expect(texts("ja")).toEqual(["11月1日", "11月1日～11月3日"]);
  expect(texts("zh")).toEqual(["11月1日", "11月1日至11月3日"]);
});

test("lists names in each language's way", () => {
  expect(PAGE_LANGUAGES.map((language) => listText(["A", "B", "C"], language))).toEqual([
    "A, B, and C",
    "A, B and C",
    "A, B und C",
    "A, B y C",
    "A, B et C",
    "A, B e C",
    "A, B en C",
    "A, B i C",
    "A, B e C",
    "A وB وC",
    "A、B、C",
    "A、B和C",
  ]);
});

test("brackets the next day as the language does", () => {
  const night = recurrencePattern(
    { rule: "FREQ=DAILY", timeZone: "UTC", firstStart: new Date("2026-03-03T23:00:00Z") },
    2 * HOUR_S * 1000,
  );
  expect(wordsOf({ language: "ja" }).maintenance.repeats(night)).toContain("23:00–01:00（翌日） UTC");
  expect(wordsOf({ language: "zh" }).maintenance.repeats(night)).toContain("23:00–01:00（次日） UTC");
  expect(wordsOf({ language: "de" }).maintenance.repeats(night)).toContain(
    "23:00–01:00 (am nächsten Tag) UTC",
  );
});

test("has one colon at most in news about an outage without a title of its own", () => {
  for (const language of PAGE_LANGUAGES) {
    const { reported, outageTitle, progress } = wordsOf({ language });
    const title = reported(progress.resolved, outageTitle(["API"], "major_outage"));
    expect([language, title.match(/[:：]/g)?.length ?? 0]).toEqual([
      language,
      expect.toSatisfy((n: number) => n < 2),
    ]);
  }
  const { reported, outageTitle } = wordsOf({ language: "es" });
  expect(reported("Recuperado", outageTitle(["X"], "major_outage"))).toBe(
    "Servicio no disponible: X (recuperado)",
  );
});

test("counts in Italian with the article that the number takes", () => {
  const { allUpdates } = wordsOf({ language: "it" }).incident;
  expect([2, 8, 11, 80].map(allUpdates)).toEqual([
    "Tutti i 2 aggiornamenti",
    "Tutti gli 8 aggiornamenti",
    "Tutti gli 11 aggiornamenti",
    "Tutti gli 80 aggiornamenti",
  ]);
});

test("writes one day in German in full", () => {
  expect(wordsOf({ language: "de" }).duration(86_400)).toBe("1 Tag");
});
