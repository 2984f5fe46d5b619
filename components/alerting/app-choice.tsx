"use client";
import {
  BellRing,
  Hash,
  Mail,
  MessageSquareText,
  MessagesSquare,
  Send,
  Siren,
  Smartphone,
  Users,
  Webhook,
} from "lucide-react";
import { PlainInput } from "@/components/ui/input";
import type { AppIcon } from "@/lib/contract/apps/app";
import type { AppId } from "@/lib/contract/apps/registry";
import type { AppForm } from "@/lib/presenters/alerting/app-form";

const ICONS: Record<AppIcon, typeof Mail> = {
  bell: BellRing,
  channel: Hash,
  chat: MessagesSquare,
  group: Users,
  mail: Mail,
  message: Send,
  phone: Smartphone,
  siren: Siren,
  text: MessageSquareText,
  webhook: Webhook,
};

/** Offers the apps as a grid of their icons and names. */
export function AppChoice({
  apps,
  value,
  onChange,
}: {
  apps: readonly AppForm[];
  value: AppId;
  onChange: (id: AppId) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">Type</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
        {apps.map(({ id, title, icon }) => {
          const Icon = ICONS[icon];
          return (
            <label
              key={id}
              className="flex min-h-[72px] flex-col items-center justify-center gap-1.5 rounded-lg border border-line px-1 py-2 text-center text-[13px] leading-tight font-medium text-muted hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <PlainInput
                type="radio"
                className="sr-only"
                name="app"
                checked={id === value}
                onChange={() => onChange(id)}
              />
              <Icon className="size-5" aria-hidden="true" />
              {title}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
