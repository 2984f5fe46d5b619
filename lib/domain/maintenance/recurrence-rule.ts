const MAX_COUNT = 1000;
const FREQUENCIES = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
const UNTIL = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/;
/** In some zones, the last day of 9999 ends in the year 10000, which a rule cannot express. */
const LAST_YEAR = "9998";
const BYDAY = /^([+-]?([1-9]|[1-4]\d|5[0-3]))?(MO|TU|WE|TH|FR|SA|SU)$/;

/** Allowed numbers per part (RFC 5545 §3.3.10). `signed` ones count from the end when negative. */
const NUMBERS: Record<string, { min: number; max: number; signed?: boolean }> = {
  INTERVAL: { min: 1, max: MAX_COUNT },
  COUNT: { min: 1, max: MAX_COUNT },
  BYMONTH: { min: 1, max: 12 },
  BYWEEKNO: { min: 1, max: 53, signed: true },
  BYYEARDAY: { min: 1, max: 366, signed: true },
  BYMONTHDAY: { min: 1, max: 31, signed: true },
  BYHOUR: { min: 0, max: 23 },
  BYMINUTE: { min: 0, max: 59 },
  BYSETPOS: { min: 1, max: 366, signed: true },
};
const PARTS = ["FREQ", "UNTIL", "BYDAY", "WKST", ...Object.keys(NUMBERS)];

/** Returns the parts of a rule by uppercase name. Accepts a leading `RRULE:`. */
export function ruleParts(rule: string): Map<string, string> {
  return new Map(
    bodyOf(rule)
      .split(";")
      .map((part) => {
        const at = part.indexOf("=");
        return [part.slice(0, at).toUpperCase(), part.slice(at + 1).toUpperCase()];
      }),
  );
}

const bodyOf = (rule: string) => rule.trim().replace(/^RRULE:/i, "");

/** Describes the problem with a rule, or returns null if it is supported. */
export function ruleProblem(rule: string): string | null {
  if (!/^[A-Za-z]+=[A-Za-z0-9+,-]+(;[A-Za-z]+=[A-Za-z0-9+,-]+)*$/.test(bodyOf(rule))) {
    return "The recurrence must be one RFC 5545 rule such as FREQ=WEEKLY;BYDAY=TU.";
  }
  const parts = ruleParts(rule);
  if (parts.size !== bodyOf(rule).split(";").length)
    return "Each part of the recurrence can appear only once.";
  const strange = [...parts.keys()].find((name) => !PARTS.includes(name));
  if (strange)
    return `The recurrence part ${strange} is not supported. Supported parts: ${PARTS.join(", ")}.`;
  const frequency = parts.get("FREQ") ?? "none";
  if (!FREQUENCIES.includes(frequency)) {
    return `FREQ in the recurrence must be one of ${FREQUENCIES.join(", ")}; got ${frequency}.`;
  }
  if (parts.has("COUNT") && parts.has("UNTIL")) return "The recurrence can have COUNT or UNTIL, not both.";
  // Evaluating it might never end.
  if (frequency === "HOURLY" && parts.has("BYSETPOS"))
    return "The recurrence part BYSETPOS is not supported with FREQ=HOURLY.";
  for (const [name, value] of parts) {
    const problem = valueProblem(name, value);
    if (problem) return problem;
  }
  return null;
}

function valueProblem(name: string, value: string): string | null {
  if (name === "UNTIL" && !isDate(value)) {
    return `UNTIL in the recurrence must be a date like 20261231 or 20261231T225900Z; got ${value}.`;
  }
  if (name === "BYDAY" && !value.split(",").every((day) => BYDAY.test(day))) {
    return `BYDAY in the recurrence must list days such as TU or -1FR; got ${value}.`;
  }
  if (name === "WKST" && !/^(MO|TU|WE|TH|FR|SA|SU)$/.test(value)) {
    return `WKST in the recurrence must be a day such as MO; got ${value}.`;
  }
  const numbers = NUMBERS[name];
  if (!numbers || value.split(",").every((each) => inRange(each, numbers))) return null;
  const range = `${numbers.min} to ${numbers.max}${numbers.signed ? ", or negative from the end" : ""}`;
  return `${name} in the recurrence must be ${range}; got ${value}.`;
}

function isDate(until: string): boolean {
  const [, year = "", month, day, hour = "00", minute = "00", second = "00"] = UNTIL.exec(until) ?? [];
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const at = new Date(`${text}Z`);
  return year <= LAST_YEAR && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function inRange(
  text: string,
  { min, max, signed }: { min: number; max: number; signed?: boolean },
): boolean {
  if (!/^[+-]?\d{1,4}$/.test(text)) return false;
  const value = signed ? Math.abs(Number(text)) : Number(text);
  return value >= min && value <= max;
}
