import { Check } from "@/components/ui/input";
import type { SubscriptionChannel } from "@/lib/contract/status-pages/fields";
import type { PageFormPart } from "./page-form-part";

const CHANNELS: readonly (readonly [SubscriptionChannel, string])[] = [
  ["email", "Email (needs SMTP)"],
  ["webhook", "Webhook"],
  ["rss", "RSS feed"],
  ["atom", "Atom feed"],
  ["json", "JSON feed"],
  ["slack", "Slack (via /feed)"],
  ["ical", "Maintenance calendar (iCal)"],
];

/** Selects the subscription channels. Keeps channels that were set through the API and aren't offered here. */
export function FollowFields({ draft, change, errors }: PageFormPart) {
  const chosen = draft.subscription_channels;
  const toggle = (channel: SubscriptionChannel, on: boolean) =>
    change({ subscription_channels: on ? [...chosen, channel] : chosen.filter((one) => one !== channel) });
  return (
    <>
      <fieldset className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <legend className="sr-only">Subscription channels</legend>
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
    </>
  );
}
