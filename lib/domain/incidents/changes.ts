import { isoSeconds } from "@/lib/shared/clock";

/** The fields of an incident that people can edit. */
export interface ChangeableIncident {
  readonly title: string;
  readonly public_title: string | null;
  readonly description: string | null;
  readonly impact: string;
  readonly exclude_from_downtime: boolean;
  readonly incident_at: Date;
}

/** Describes an edit for the timeline. Returns null if nothing changed. */
export function changeText(before: ChangeableIncident, given: Partial<ChangeableIncident>): string | null {
  const parts: string[] = [];
  const {
    title,
    public_title: publicTitle,
    description,
    impact,
    exclude_from_downtime: excluded,
    incident_at: start,
  } = given;
  if (impact !== undefined && impact !== before.impact) {
    parts.push(`the impact from ${words(before.impact)} to ${words(impact)}`);
  }
  if (title !== undefined && title !== before.title) parts.push(`the title to “${title}”`);
  if (publicTitle !== undefined && publicTitle !== before.public_title)
    parts.push(
      publicTitle === null ? "the public title to the default" : `the public title to “${publicTitle}”`,
    );
  if (description !== undefined && description !== before.description) parts.push("the description");
  if (start !== undefined && start.getTime() !== before.incident_at.getTime()) {
    parts.push(`the start from ${isoSeconds(before.incident_at)} to ${isoSeconds(start)}`);
  }
  if (excluded !== undefined && excluded !== before.exclude_from_downtime) {
    parts.push(
      excluded
        ? "the downtime setting from counted to excluded"
        : "the downtime setting from excluded to counted",
    );
  }
  return parts.length > 0 ? parts.join(", ") : null;
}

const words = (impact: string) => impact.replaceAll("_", " ");
