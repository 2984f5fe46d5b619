import { isIdText } from "@/lib/domain/core/id";

export const BADGE_STYLES = ["flat", "flat-square", "live", "pulse"] as const;
export const BADGE_METRICS = ["status", "uptime", "response-time"] as const;
const SIZES = { small: 1, medium: 1.25, large: 1.5 } as const;
/** Where the badge is placed in an element that is larger than it: values of `preserveAspectRatio`. */
const ALIGNMENTS = { left: "xMinYMid", center: "xMidYMid", right: "xMaxYMid" } as const;
const COLORS = ["background-light", "background-dark", "text-light", "text-dark"] as const;
const MAX_LABEL_CHARS = 60;
const COLOR = /^(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

export type BadgeStyle = (typeof BADGE_STYLES)[number];
export type BadgeMetric = (typeof BADGE_METRICS)[number];
type BadgeColor = (typeof COLORS)[number];

/** The options in a badge's URL. */
export interface BadgeOptions {
  readonly style: BadgeStyle;
  readonly metric: BadgeMetric;
  readonly scale: number;
  readonly aspect: (typeof ALIGNMENTS)[keyof typeof ALIGNMENTS];
  /** ID of a monitor; null is the whole page. */
  readonly component: number | null;
  /** Null is the name. */
  readonly label: string | null;
  /** Six lowercase hexadecimal digits each. */
  readonly colors: Readonly<Partial<Record<BadgeColor, string>>>;
}

/** An invalid option in a badge's URL. */
export class BadgeOptionError extends Error {}

/** Reads the options of a badge. Ignores unknown ones. Throws a `BadgeOptionError` for an invalid value. */
export function readBadgeOptions(search: URLSearchParams, style: BadgeStyle): BadgeOptions {
  const size = oneOf(search, "size", Object.keys(SIZES) as (keyof typeof SIZES)[], "small");
  const align = oneOf(search, "align", Object.keys(ALIGNMENTS) as (keyof typeof ALIGNMENTS)[], "center");
  const component = search.get("component");
  if (component !== null && !isIdText(component)) throw wrong("component", "the ID of a monitor", component);
  const label = search.get("label");
  if (label !== null && [...label.slice(0, MAX_LABEL_CHARS * 2)].length > MAX_LABEL_CHARS)
    throw new BadgeOptionError(`label must have at most ${MAX_LABEL_CHARS} characters`);
  const metric = oneOf(search, "metric", BADGE_METRICS, "status");
  if (metric === "response-time" && component === null)
    throw new BadgeOptionError("metric=response-time needs a component");
  return {
    style: oneOf(search, "style", BADGE_STYLES, style),
    metric,
    scale: SIZES[size],
    aspect: ALIGNMENTS[align],
    component: component === null ? null : Number(component),
    label,
    colors: Object.fromEntries(COLORS.flatMap((name) => colorOf(search, name))),
  };
}

function colorOf(search: URLSearchParams, name: BadgeColor): Array<[BadgeColor, string]> {
  const given = search.get(name)?.replace(/^#/, "");
  if (given === undefined) return [];
  if (!COLOR.test(given)) throw wrong(name, "three or six hexadecimal digits", given);
  const six = given.length === 3 ? given.replace(/./g, "$&$&") : given;
  return [[name, six.toLowerCase()]];
}

function oneOf<T extends string>(search: URLSearchParams, name: string, known: readonly T[], other: T): T {
  const given = search.get(name);
  if (given === null) return other;
  const found = known.find((each) => each === given);
  if (found === undefined) throw wrong(name, `one of ${known.join(", ")}`, given);
  return found;
}

function wrong(name: string, rule: string, given: string): BadgeOptionError {
  return new BadgeOptionError(`${name} must be ${rule}; got ${JSON.stringify(given.slice(0, 60))}`);
}
