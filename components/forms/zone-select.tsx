"use client";
import type { ComponentProps } from "react";
import { Select } from "@/components/ui/input";
import { useOwnZone } from "./own-zone";

/** A choice of time zones: the chosen one, the viewer's own and UTC first. The server knows neither list. */
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
