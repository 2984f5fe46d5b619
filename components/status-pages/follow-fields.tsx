import { Card } from "@/components/ui/card";
import { Check } from "@/components/ui/input";
import type { SubscriptionChannel } from "@/lib/contract/status-pages/fields";
import type { PageFormPart } from "./page-form-part";

const CHANNELS: readonly (readonly [SubscriptionChannel, string])[] = [
  ["email", "E-mail, after they confirm by a link"],
  ["rss", "RSS feed"],
  ["atom", "Atom feed"],
  ["json", "JSON feed"],
  ["slack", "Slack, by its feed command"],
  ["ical", "Calendar of planned maintenance"],
];

/** How visitors are told. A channel that is not offered here and set elsewhere stays. */
export function FollowFields({ draft, change, errors }: PageFormPart) {
  const chosen = draft.subscription_channels;
  const toggle = (channel: SubscriptionChannel, on: boolean) =>
    change({ subscription_channels: on ? [...chosen, channel] : chosen.filter((one) => one !== channel) });
  return (
    <Card title="Ways to follow it">
      <fieldset className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <legend className="sr-only">Ways to follow it</legend>
        {CHANNELS.map(([channel, label]) => (
          <Check
            key={channel}
            label={label}
            checked={chosen.includes(channel)}
            onChange={(event) => toggle(channel, event.target.checked)}
          />
        ))}
      </fieldset>
      {errors.subscription_channels && (
        <p role="alert" className="mt-2 text-down">
          {errors.subscription_channels}
        </p>
      )}
    </Card>
  );
}
