import {
  BellOff,
  BellRing,
  CircleCheck,
  CircleDot,
  CircleX,
  FileText,
  GitMerge,
  type LucideIcon,
  Megaphone,
  MessageSquareLock,
  Pause,
  Pencil,
  Play,
  RotateCcw,
  Siren,
  Split,
  Trash2,
  TrendingUp,
  UserCheck,
  Waves,
  Wrench,
} from "lucide-react";
import { cn } from "@/components/ui/class-names";
import { TONES } from "@/components/ui/state-mark";
import { STATE_LOOKS, type StateTone, type StateWord } from "@/lib/presenters/core/states";
import type { TimelineLine } from "@/lib/presenters/incidents/timeline";

type Mark = readonly [LucideIcon, StateTone];

const DECISIONS: Readonly<Record<string, Mark>> = {
  opened: [Siren, "down"],
  created: [Siren, "down"],
  reopened: [RotateCcw, "down"],
  ongoing: [RotateCcw, "down"],
  propagated: [GitMerge, "down"],
  recovering: [TrendingUp, "warn"],
  waiting_for_stable_recovery: [Waves, "warn"],
  partially_recovered: [TrendingUp, "up"],
  recovered: [CircleCheck, "up"],
  closed: [CircleX, "idle"],
  acknowledged: [UserCheck, "idle"],
  assigned: [UserCheck, "idle"],
  edited: [Pencil, "idle"],
  corrected: [Pencil, "idle"],
  unmerged: [Split, "idle"],
  post_mortem_drafted: [FileText, "idle"],
  model_text: [FileText, "idle"],
  model_text_failed: [FileText, "idle"],
  monitor_paused: [Pause, "idle"],
  monitor_resumed: [Play, "idle"],
  monitor_edited: [Pencil, "idle"],
  monitor_deleted: [Trash2, "idle"],
  maintenance_began: [Wrench, "calm"],
  maintenance_ended: [Wrench, "calm"],
};

/** Shows the kind of an event in the timeline. The text beside it says the same. */
export function TimelineIcon({ line }: { line: TimelineLine }) {
  const [icon, tone] = markOf(line);
  return <IconMark icon={icon} tone={tone} />;
}

/** Shows an icon on the timeline's line. */
export function IconMark({ icon: Icon, tone }: { icon: LucideIcon; tone: StateTone }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "absolute top-0 left-0 grid size-7 place-items-center rounded-full ring-4 ring-surface",
        TONES[tone],
      )}
    >
      <Icon className="size-4" strokeWidth={1.75} />
    </span>
  );
}

function markOf(line: TimelineLine): Mark {
  if (line.kind === "update") return [Megaphone, STATE_LOOKS[line.update.state].tone];
  if (line.kind === "comment") return [MessageSquareLock, "idle"];
  if (line.kind === "decision") return DECISIONS[line.of] ?? [CircleDot, "idle"];
  const { tone } = STATE_LOOKS[line.status as StateWord] ?? STATE_LOOKS.pending;
  return [line.status === "muted" ? BellOff : BellRing, tone === "up" ? "idle" : tone];
}
