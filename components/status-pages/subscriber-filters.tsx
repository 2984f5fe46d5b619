import { SearchField, Select } from "@/components/ui/input";
import type { SubscriberListFilter } from "@/lib/client/reads/page-reads";

interface Props {
  filter: SubscriberListFilter;
  onChange: (change: SubscriberListFilter) => void;
}

/** Narrows the list of subscribers by address, type, and state. */
export function SubscriberFilters({ filter, onChange }: Props) {
  return (
    <search className="flex flex-wrap gap-2 border-b border-line px-4 py-3">
      <SearchField
        label="Search by address"
        value={filter.search ?? ""}
        onChange={(search) => onChange({ search })}
      />
      <Select
        aria-label="Type of subscriber"
        className="w-36"
        value={filter.type ?? ""}
        onChange={(event) => onChange({ type: (event.target.value || undefined) as Props["filter"]["type"] })}
      >
        <option value="">All types</option>
        <option value="email">Email</option>
        <option value="webhook">Webhook</option>
      </Select>
      <Select
        aria-label="State of subscriber"
        className="w-36"
        value={filter.state ?? ""}
        onChange={(event) =>
          onChange({ state: (event.target.value || undefined) as Props["filter"]["state"] })
        }
      >
        <option value="">All states</option>
        <option value="confirmed">Confirmed</option>
        <option value="unconfirmed">Unconfirmed</option>
        <option value="disabled">Disabled</option>
      </Select>
    </search>
  );
}
