import { plural } from "./plural";
import { repeats } from "./repeats";

const ORDINALS: Record<number, string> = { 1: "أول", 2: "ثاني", 3: "ثالث", 4: "رابع", 5: "خامس" };

/** Returns a number of days as it reads after a preposition: `يومين`, `3 أيام`, `90 يومًا`. */
export const dayCount = plural("ar", {
  zero: "# أيام",
  one: "يوم",
  two: "يومين",
  few: "# أيام",
  many: "# يومًا",
  other: "# يوم",
});

/** Says how maintenance repeats, with the six plural forms of Arabic. */
export const repeatsInArabic = repeats("ar", {
  repeats: (days) => `تتكرر ${days}`,
  rule: (rule) => `تتكرر حسب القاعدة ${rule}`,
  joint: "، ",
  weekdays: ["الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"],
  days: (every) => (every === 1 ? "كل يوم" : `كل ${dayCount(every)}`),
  workingDays: "من الاثنين إلى الجمعة",
  weeks: (every, weekdays) =>
    every === 1
      ? `كل ${weekdays.replace(/(^| و)ال/g, "$1")}`
      : `كل ${plural("ar", { zero: "# أسابيع", one: "أسبوع", two: "أسبوعين", few: "# أسابيع", many: "# أسبوعًا", other: "# أسبوع" })(every)}: ${weekdays}`,
  months: plural("ar", {
    zero: "كل # أشهر",
    one: "كل شهر",
    two: "كل شهرين",
    few: "كل # أشهر",
    many: "كل # شهرًا",
    other: "كل # شهر",
  }),
  dayOf: (day, months) => `${months} في اليوم ${day}`,
  lastDayOf: (months) => `${months} في اليوم الأخير`,
  weekdayOf: (place, name, months) =>
    `${months} في ${ORDINALS[place] ?? "آخر"} يوم ${name.replace(/^ال/, "")}`,
  years: (every, date) =>
    `${plural("ar", { zero: "كل # سنوات", one: "كل سنة", two: "كل سنتين", few: "كل # سنوات", many: "كل # سنة", other: "كل # سنة" })(every)} في ${date}`,
  nights: (days) => (days === 1 ? "في اليوم التالي" : `بعد ${dayCount(days)}`),
  times: plural("ar", {
    zero: "# مرات",
    one: "مرة واحدة",
    two: "مرتين",
    few: "# مرات",
    many: "# مرة",
    other: "# مرة",
  }),
  until: (date) => `حتى ${date}`,
});
