/** A maintenance window as it is typed: local date and time, minutes. */
export interface WindowDraft {
  title: string;
  description: string;
  monitoring_mode: "pause" | "mute" | "normal";
  starts: string;
  minutes: number;
  monitors: number[];
  status_pages: number[];
}

export const MODES = [
  {
    value: "pause",
    label: "Pause checks",
    help: "The monitors are not checked, and the time counts as not observed.",
  },
  { value: "mute", label: "Mute alerts", help: "Checks run and incidents are recorded; nobody is told." },
  { value: "normal", label: "Only announce", help: "Everything runs; status pages announce it." },
] as const;
export const LENGTHS_MINUTES = [15, 30, 60, 120, 240, 480] as const;

/** What a datetime-local field shows for a moment, in the viewer's zone. */
export function localInput(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The body of a create: whole minutes in UTC; an empty start is now. */
export function windowBody(draft: WindowDraft, now: Date) {
  const minute = Math.floor((draft.starts ? new Date(draft.starts) : now).getTime() / 60_000) * 60_000;
  const iso = (at: number) => new Date(at).toISOString().replace(".000Z", "Z");
  return {
    title: draft.title,
    description: draft.description.trim() || null,
    monitoring_mode: draft.monitoring_mode,
    starts_at: iso(minute),
    ends_at: iso(minute + draft.minutes * 60_000),
    monitors: draft.monitors,
    status_pages: draft.status_pages,
  };
}
