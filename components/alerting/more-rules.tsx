import { useQuery } from "@tanstack/react-query";
import { Check } from "@/components/ui/input";
import { Disclosure } from "@/components/ui/overlays/disclosure";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { EVENT_WORDS } from "@/lib/contract/alerting/event-words";
import type { Integration } from "@/lib/contract/alerting/integrations";
import type { EventKey } from "@/lib/presenters/alerting/integration-words";
import type { RuleDraft } from "@/lib/presenters/alerting/rule-draft";

/** Other events and integrations that a new rule covers. Each event and integration becomes a rule of its own, which can be changed later. */
export interface MoreRules {
  readonly events: readonly EventKey[];
  readonly integrationIds: readonly number[];
}

/** Returns the events and integrations for which rules are created, each pair once. */
export function rulePairs(draft: RuleDraft, { events, integrationIds }: MoreRules) {
  const allEvents = [...new Set([draft.event, ...events])];
  const allIds = [...new Set([draft.integrationId, ...integrationIds])];
  return allEvents.flatMap((event) => allIds.map((integrationId) => ({ event, integrationId })));
}

/** Returns the text of the button that creates the rules. */
export function rulesButton(draft: RuleDraft, more: MoreRules): string {
  const count = rulePairs(draft, more).length;
  return count === 1 ? "Create alert rule" : `Create ${count} alert rules`;
}

const toggled = <Item,>(list: readonly Item[], item: Item) =>
  list.includes(item) ? list.filter((each) => each !== item) : [...list, item];

/** Selects further events and integrations for a new rule. */
export function MoreRuleFields({
  draft,
  integrations,
  more,
  onChange,
}: {
  draft: RuleDraft;
  integrations: readonly Integration[];
  more: MoreRules;
  onChange: (more: MoreRules) => void;
}) {
  const events = (Object.keys(EVENT_WORDS) as EventKey[]).filter((event) => event !== draft.event);
  const others = integrations.filter(({ id }) => id !== draft.integrationId);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Disclosure title="More events">
        <fieldset className="space-y-1.5 pt-2">
          <legend className="sr-only">More events</legend>
          {events.map((event) => (
            <Check
              key={event}
              label={`When ${EVENT_WORDS[event].clause}`}
              checked={more.events.includes(event)}
              onChange={() => onChange({ ...more, events: toggled(more.events, event) })}
            />
          ))}
        </fieldset>
      </Disclosure>
      {others.length > 0 && (
        <Disclosure title="More integrations">
          <fieldset className="space-y-1.5 pt-2">
            <legend className="sr-only">More integrations</legend>
            {others.map(({ id, name }) => (
              <Check
                key={id}
                label={name}
                checked={more.integrationIds.includes(id)}
                onChange={() => onChange({ ...more, integrationIds: toggled(more.integrationIds, id) })}
              />
            ))}
          </fieldset>
        </Disclosure>
      )}
    </div>
  );
}

/** Warns about tags that no monitor has, with which a rule never sends. */
export function UnusedTags({ tags }: { tags: readonly string[] }) {
  const known = useQuery(queryAll(routes.listTags)).data?.data;
  const used = new Set((known ?? []).filter(({ monitors }) => monitors > 0).map(({ tag }) => tag));
  if (!known || tags.length === 0 || tags.some((tag) => used.has(tag))) return null;
  return (
    <p className="text-[13px] text-warn" role="status">
      No monitor has {tags.length === 1 ? "this tag" : "any of these tags"}, so the rule sends no alerts about
      monitors.
    </p>
  );
}
