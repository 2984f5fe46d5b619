"use client";
import { type FormEvent, useState } from "react";
import { TextField } from "@/components/forms/fields";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { BOXED_FOLD, Fold } from "@/components/ui/overlays/fold";
import { Time } from "@/components/ui/time/time";
import { routes } from "@/lib/client/routes";
import type { MappedPayload } from "@/lib/contract/checks/heartbeats";
import type { Monitor } from "@/lib/contract/monitors/monitors";

const FIELDS = [
  ["open_when", "Open when", '$.state == "alerting"'],
  ["recover_when", "Recover when", '$.state == "ok"'],
  ["key", "Key", "$.rule.id"],
  ["title", "Title", "$.rule.name"],
] as const;

/** Tries a mapping of JSON payloads on the last ones of a monitor of external alerts, and saves it. */
export function MappingCard({ monitor }: { monitor: Monitor }) {
  const stored = monitor.request as Record<string, unknown>;
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(FIELDS.map(([name]) => [name, String(stored[name] ?? "")])),
  );
  const mapping = Object.fromEntries(FIELDS.map(([name]) => [name, typed[name]?.trim() || null]));
  const trial = useSave(routes.tryMapping, { fields: true });
  const saving = useSave(routes.updateMonitor, { fields: true, done: "Mapping saved" });
  const params = { monitorId: monitor.id };
  const onTry = (event: FormEvent) => {
    event.preventDefault();
    trial.mutate({ params, body: mapping });
  };
  return (
    <Card title="JSON payloads">
      <Fold className={BOXED_FOLD} head="Read other JSON">
        <form onSubmit={onTry} noValidate className="space-y-4 border-t border-line p-3">
          {FIELDS.map(([name, label, placeholder]) => (
            <TextField
              key={name}
              label={label}
              optional
              placeholder={placeholder}
              error={trial.errors[name] ?? saving.errors[`request.${name}`]}
              value={typed[name] ?? ""}
              onChange={(value) => setTyped({ ...typed, [name]: value })}
            />
          ))}
          <div className="flex gap-2">
            <Button type="submit" busy={trial.isPending}>
              Try this mapping
            </Button>
            <Button
              variant="primary"
              busy={saving.isPending}
              onClick={() => saving.mutate({ params, body: { request: { ...stored, ...mapping } } })}
            >
              Save mapping
            </Button>
          </div>
        </form>
      </Fold>
      {trial.data?.payloads.length === 0 && <p className="mt-3 text-muted">No payloads yet</p>}
      {trial.data && (
        <ul className="mt-3 space-y-2">
          {trial.data.payloads.map((payload) => (
            <Tried key={payload.number} payload={payload} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const NOTHING = { none: "Changes nothing", unreadable: "Not complete JSON" };

function effectOf({ effect, key, title }: MappedPayload): string {
  if (effect === "none" || effect === "unreadable") return NOTHING[effect];
  const verb = effect === "opens" ? "Opens" : "Recovers";
  return `${verb} ${title ?? key ?? (effect === "opens" ? "an alert" : "the alert")}`;
}

function Tried({ payload }: { payload: MappedPayload }) {
  return (
    <li>
      <Fold
        className={BOXED_FOLD}
        head={
          <>
            <span className="min-w-0 flex-1 truncate">{effectOf(payload)}</span>
            <Time at={payload.received_at} />
          </>
        }
      >
        <pre className="max-h-80 overflow-auto border-t border-line p-3 font-mono text-[13px] break-words whitespace-pre-wrap">
          {payload.payload}
        </pre>
      </Fold>
    </li>
  );
}
