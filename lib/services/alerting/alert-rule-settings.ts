import * as z from "zod";
import type { AppContract } from "@/lib/contract/apps/app";
import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { invalidField } from "@/lib/contract/core/errors";
import { EVENT_SETTINGS, type EventKey } from "@/lib/contract/core/events";
import { parseWhole } from "@/lib/contract/core/issues";
import { ADAPTERS } from "@/lib/notify/apps/registry";

type Settings = Record<string, unknown> | null;

/** Returns the event settings as sent, with the same keys in the same order. Throws 422 on `event_settings.…`. */
export function checkedEventSettings(event: EventKey, given: Settings): Settings {
  return checked("event_settings", EVENT_SETTINGS[event], given, `for the event ${event}`);
}

/** Returns the notification settings for the integration's app as sent. Throws 422 on `integration_settings.…`. */
export function checkedMessageSettings(app: AppId, event: EventKey, given: Settings): Settings {
  const { title, ruleSettings }: AppContract = APPS[app];
  const settings = checked("integration_settings", ruleSettings?.schema ?? null, given, `for ${title}`);
  const wrong = settings && ADAPTERS[app].ruleProblem?.(settings, event);
  if (wrong) throw invalidField(`integration_settings.${wrong.setting}`, wrong.problem);
  return settings;
}

function checked(field: string, schema: z.ZodObject | null, given: Settings, where: string): Settings {
  if (schema === null) {
    if (given === null || Object.keys(given).length === 0) return given;
    throw invalidField(
      field,
      `${field} must be empty or null ${where}; got the keys ${Object.keys(given).slice(0, 10).join(", ")}.`,
    );
  }
  parseWhole(z.object({ [field]: schema }), { [field]: given ?? {} });
  if (given === null) return null;
  const known = Object.keys(schema.shape);
  // Returns what was sent, with the same keys in the same order. Unknown keys are not stored.
  return Object.fromEntries(Object.entries(given).filter(([key]) => known.includes(key)));
}
