import { TimelineIcon } from "@/components/incidents/timeline-icon";
import { Card } from "@/components/ui/card";
import type { TimelineLine } from "@/lib/presenters/incidents/timeline";

/** Sizes of text in pixels, with what each is for. */
const TYPE = [
  [28, "Figures"],
  [22, "Page titles"],
  [16, "Dialog titles, and inputs on phones"],
  [14, "Text"],
  [13, "Help and secondary text"],
  [12, "Table heads and small marks"],
] as const;
const SPACES = [4, 8, 12, 16, 24, 32, 48];
const COLORS = [
  "bg",
  "surface",
  "raised",
  "sunken",
  "hover",
  "line",
  "control",
  "ink",
  "muted",
  "accent",
  "accent-soft",
  ...["up", "up-soft", "up-fill", "down", "down-soft", "down-fill", "part", "part-soft"],
  ...["warn", "warn-soft", "warn-fill", "calm", "calm-soft", "none"],
];
const EVENTS = [
  "opened",
  "ongoing",
  "recovering",
  "recovered",
  "acknowledged",
  "edited",
  "maintenance_began",
];

/** Shows the elements of every page: type, space, color, elevation, motion, and the icons of events. */
export function Tokens() {
  return (
    <>
      <Card title="Type">
        <ul className="space-y-2">
          {TYPE.map(([size, use]) => (
            <li key={size} style={{ fontSize: size }} className={size > 14 ? "font-semibold" : ""}>
              {use} <span className="text-[13px] font-normal text-muted tabular">{size} px</span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Space, shape, and depth">
        <ul className="mb-4 flex flex-wrap items-end gap-3">
          {SPACES.map((size) => (
            <li key={size} className="text-center text-xs text-muted tabular">
              <span className="mb-1 block bg-accent" style={{ width: size, height: size }} />
              {size}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-4">
          <p className="rounded-lg border border-line p-4">Control, radius 6</p>
          <p className="rounded-xl border border-line p-4">Card, radius 8</p>
          <p className="rounded-2xl border border-line bg-raised p-4 shadow-(--shadow)">
            What floats, radius 12
          </p>
          <p className="animate-breathe rounded-xl border border-line p-4">Waiting breathes</p>
        </div>
      </Card>
      <Card title="Color" className="md:col-span-2">
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-9">
          {COLORS.map((name) => (
            <li key={name} className="text-xs text-muted">
              <span
                className="mb-1 block h-9 rounded-lg border border-line"
                style={{ background: `var(--${name})` }}
              />
              {name}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Events of an incident" className="md:col-span-2">
        <ul className="flex flex-wrap gap-x-8 gap-y-3">
          {EVENTS.map((of) => (
            <li key={of} className="relative min-h-7 pt-1 pl-10">
              <TimelineIcon line={{ kind: "decision", of } as TimelineLine} />
              {of.replaceAll("_", " ")}
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
