import { Megaphone, Plus, Siren, Wrench } from "lucide-react";
import type { Action } from "./actions";

/** Actions that create something from anywhere, with the words of the buttons. */
export const CREATE = {
  monitor: { group: "Create", label: "Create monitor", icon: Plus, keys: "c", href: "/monitors/new" },
  incident: {
    group: "Create",
    label: "Create incident",
    icon: Siren,
    keys: "n i",
    href: "/incidents/new",
  },
  window: {
    group: "Create",
    label: "Schedule maintenance",
    icon: Wrench,
    keys: "n w",
    href: "/maintenance?new=1",
  },
  page: {
    group: "Create",
    label: "Create status page",
    icon: Megaphone,
    keys: "n s",
    href: "/status-pages/new",
  },
} as const satisfies Record<string, Action>;
