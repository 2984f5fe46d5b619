"use client";
import { type ComponentProps, useSyncExternalStore } from "react";
import { Select } from "@/components/ui/input";

const never = () => () => {};
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A choice of time zones: the chosen one, the viewer's own and UTC first. The server knows neither list. */
export function ZoneSelect({ value, ...rest }: ComponentProps<typeof Select> & { value: string }) {
  const own = useSyncExternalStore(never, ownZone, () => null);
  const near = [...new Set([value, own ?? value, "UTC"])];
  const others = own ? Intl.supportedValuesOf("timeZone").filter((zone) => !near.includes(zone)) : [];
  return (
    <Select value={value} {...rest}>
      {near.map((zone) => (
        <option key={zone}>{zone}</option>
      ))}
      <optgroup label="All time zones">
        {others.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </optgroup>
    </Select>
  );
}
