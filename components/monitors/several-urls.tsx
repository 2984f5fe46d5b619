"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { TextareaField } from "@/components/forms/fields";
import { useNamesLike } from "@/components/forms/use-monitors";
import { fieldErrors } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/overlays/toast";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import { counted } from "@/lib/presenters/core/format";
import type { MonitorDraft } from "@/lib/presenters/monitors/form";
import type { ProtocolForm } from "@/lib/presenters/monitors/protocol-forms";
import {
  addressFor,
  bodyFor,
  nameFor,
  nameOfTitle,
  URLS_MAX,
  urlsIn,
} from "@/lib/presenters/monitors/several-urls";

/** Returns the title of a page as a name; null without one. */
async function titleOf(url: string): Promise<string | null> {
  const found = await request(routes.readPageTitle, { body: { url } }).catch(() => null);
  return nameOfTitle(found?.title ?? null);
}

interface Refused {
  readonly url: string;
  readonly why: string;
}

/** Creates a monitor for each pasted URL, with the other settings of the form. URLs that are refused stay, with the reason. */
export function SeveralUrls({
  draft,
  protocol,
  onDone,
}: {
  draft: MonitorDraft;
  protocol: ProtocolForm;
  onDone: () => void;
}) {
  const [text, setText] = useState("");
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [busy, setBusy] = useState(false);
  const namesLike = useNamesLike();
  const cache = useQueryClient();
  const toast = useToast();
  const urls = urlsIn(text);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const failures: Refused[] = [];
    const names: string[] = [];
    for (const url of urls) {
      try {
        const title = await titleOf(addressFor(url, draft, protocol));
        const alike = [nameFor(url, draft, protocol), ...(title ? [title] : [])];
        const taken = (await Promise.all(alike.map(namesLike))).flat();
        const body = bodyFor(url, draft, protocol, { names: [...taken, ...names], title });
        await request(routes.createMonitor, { body: body as never });
        names.push(body.name);
      } catch (error) {
        const [why = error instanceof Error ? error.message : String(error)] = Object.values(
          fieldErrors(error),
        );
        failures.push({ url, why });
      }
    }
    void cache.invalidateQueries();
    setBusy(false);
    setRefused(failures);
    setText(failures.map(({ url }) => url).join("\n"));
    if (names.length > 0) toast(`${counted(names.length, "monitor")} created`);
    if (failures.length === 0) onDone();
  };
  return (
    <form onSubmit={(event) => void create(event)} className="space-y-4" noValidate>
      <TextareaField
        label="URLs"
        help="One per line. Each monitor uses this form's settings and is named after its page title or host."
        error={urls.length > URLS_MAX ? `At most ${URLS_MAX} at once; got ${urls.length}.` : undefined}
        rows={10}
        value={text}
        onChange={setText}
      />
      {refused.length > 0 && (
        <ul role="alert" className="space-y-1 text-[13px] text-down">
          {refused.map(({ url, why }) => (
            <li key={url} className="break-words">
              {url}: {why}
            </li>
          ))}
        </ul>
      )}
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        disabled={urls.length === 0 || urls.length > URLS_MAX}
      >
        {urls.length === 0 ? "Create monitors" : `Create ${counted(urls.length, "monitor")}`}
      </Button>
    </form>
  );
}
