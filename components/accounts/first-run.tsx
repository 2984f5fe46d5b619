"use client";

import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { Form } from "@/components/forms/form";
import { useSave } from "@/components/forms/use-save";
import { CheckView } from "@/components/monitors/check-view";
import { useCheckRun } from "@/components/monitors/use-check-run";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { routes } from "@/lib/client/routes";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { monitorFromUrl } from "@/lib/presenters/core/target";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { NextSteps } from "./next-steps";

/** Onboards a new user: one address, a live check before anything is saved, then one click per next step. */
export default function FirstRun({ viewer, hasMail }: { viewer: Viewer; hasMail: boolean }) {
  const [url, setUrl] = useState("");
  const [saved, setSaved] = useState<Monitor | null>(null);
  const { run, start } = useCheckRun();
  const save = useSave(routes.createMonitor, { onDone: setSaved });
  // Another address may be typed while the result of this one is shown.
  const [checked, setChecked] = useState("");
  const check = () => {
    if (!url.trim()) return;
    setChecked(url);
    void start("/uptime/monitors/check", monitorFromUrl(url));
  };
  if (saved) return <NextSteps monitor={saved} viewer={viewer} hasMail={hasMail} />;
  const error =
    run.errors["request.url"] ?? (run.state === "failed" ? (run.message ?? undefined) : undefined);
  return (
    <div className="mx-auto max-w-2xl sm:pt-[8vh]">
      <h1 className="text-[32px] leading-tight font-semibold tracking-tight">What do you want to monitor?</h1>
      <p className="mt-2 text-[15px] text-muted">
        Enter a URL or hostname. Nothing is saved until you confirm.
      </p>
      <Form onSubmit={check} className="mt-7">
        <Field label="Address" hideLabel error={error}>
          {(control) => (
            <div className="flex gap-2 max-sm:flex-col">
              <Input
                {...control}
                value={url}
                onChange={(event) => setUrl(event.target.value)}
                placeholder="https://example.com"
                inputMode="url"
                autoComplete="url"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
                className="h-12! text-base"
              />
              <Button
                type="submit"
                variant={run.state === "done" ? "secondary" : "primary"}
                busy={run.state === "running"}
                className="h-12! px-5"
              >
                Run check <ArrowRight />
              </Button>
            </div>
          )}
        </Field>
      </Form>
      {run.state === "idle" && (
        <div className="mt-6 -ml-3 flex flex-wrap gap-2">
          <ButtonLink variant="quiet" href="/settings/import">
            Import from another product
          </ButtonLink>
          {viewer.user.role === "owner" && <ExploreDemo />}
        </div>
      )}
      {(run.state === "running" || run.state === "done") && (
        <Card className="mt-6 animate-appear">
          <CheckView run={run} regions={["eu-deu-fra"]} />
          {run.state === "done" && (
            <div className="mt-5 flex flex-wrap items-center gap-3 border-t border-line pt-4">
              <Button
                variant="primary"
                busy={save.isPending}
                onClick={() => save.mutate({ body: monitorFromUrl(checked) })}
              >
                Check this every 30 seconds
              </Button>
              <span className="text-muted">You can change everything later.</span>
            </div>
          )}
        </Card>
      )}
    </div>
  );
}

export function ExploreDemo() {
  const open = useSave(routes.switchProject, { onDone: () => location.assign("/") });
  const create = useSave(routes.createDemo, {
    onDone: ({ id }) => open.mutate({ body: { project_id: id } }),
  });
  const busy = create.isPending || open.isPending || open.isSuccess;
  return (
    <Button variant="quiet" busy={busy} onClick={() => create.mutate({})}>
      Explore with demo data
    </Button>
  );
}
