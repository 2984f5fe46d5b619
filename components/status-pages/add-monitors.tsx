"use client";
import { Plus } from "lucide-react";
import { useState } from "react";
import { ManyMonitors } from "@/components/forms/many-monitors";
import { MonitorSearch } from "@/components/forms/monitor-search";
import { Button } from "@/components/ui/button";
import {
  type ComponentList,
  levelMonitorIds,
  setMonitors,
  toggleMonitor,
} from "@/lib/presenters/status-pages/component-list";

/** Adds monitors to a level: one by one, or all that match a search. An empty level shows the search at once. */
export function AddMonitors({
  components,
  label,
  onChange,
}: {
  components: ComponentList;
  label: string;
  onChange: (components: ComponentList) => void;
}) {
  const [isOpen, setIsOpen] = useState(components.length === 0);
  const chosen = levelMonitorIds(components);
  return (
    <div className="mt-2 space-y-2">
      <Button
        size="sm"
        aria-expanded={isOpen}
        aria-label={`Add monitors to ${label}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Plus className={isOpen ? "rotate-45" : ""} /> Add monitors
      </Button>
      {isOpen && (
        <MonitorSearch
          label={`Add monitors to ${label}`}
          chosen={chosen}
          onToggle={(id) => onChange(toggleMonitor(components, id))}
          actions={(like, total) => (
            <ManyMonitors
              {...{ like, total, chosen }}
              onChange={(ids) => onChange(setMonitors(components, ids))}
            />
          )}
        />
      )}
    </div>
  );
}
