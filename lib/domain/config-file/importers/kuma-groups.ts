import type { Entry } from "../entry";

/** Nesting that a file could make endless. */
const DEPTH_MAX = 20;

/** The groups that monitors are in. A paused group pauses everything inside. */
export class KumaGroups {
  private readonly byId: ReadonlyMap<string, Entry>;

  constructor(monitors: readonly Entry[]) {
    this.byId = new Map(monitors.map((monitor) => [monitor.text("id"), monitor]));
  }

  isPaused(monitor: Entry): boolean {
    return [monitor, ...this.ancestorsOf(monitor)].some(
      (each) => each.flag("active") === false || each.flag("force_inactive") === true,
    );
  }

  namesOf(monitor: Entry): string[] {
    return this.ancestorsOf(monitor).map((group) => group.text("name"));
  }

  /** Returns the monitors in a group and in the groups inside it: it's down while one of them is. */
  membersOf(group: Entry): { ref: string; name: string }[] {
    const inside = [...this.byId.values()].filter((each) => this.ancestorsOf(each).includes(group));
    const monitors = inside.filter((each) => each.text("type") !== "group");
    return monitors.map((each) => ({ ref: each.text("id"), name: each.text("name") }));
  }

  private ancestorsOf(monitor: Entry): Entry[] {
    const found: Entry[] = [];
    let parent = this.byId.get(monitor.text("parent"));
    while (parent && found.length < DEPTH_MAX && !found.includes(parent)) {
      found.push(parent);
      parent = this.byId.get(parent.text("parent"));
    }
    return found;
  }
}
