"use client";
import type { ComponentProps } from "react";
import { Select } from "@/components/ui/input";
import { useOwnZone } from "./own-zone";

/**
 * Selects a time zone, with the current value, the viewer's zone, and UTC first. The full list appears after hydration.
 */
export function ZoneSelect({ value, ...rest }: ComponentProps<typeof Select> & { value: string }) {
  const own = useOwnZone();
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
