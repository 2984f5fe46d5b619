"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { SubmitRow } from "@/components/forms/submit-row";
import { fieldErrors } from "@/components/forms/use-save";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useToast } from "@/components/ui/overlays/toast";
import { makeFirstRules } from "@/lib/client/first-rules";
import { queryAll } from "@/lib/client/query";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import type { AppId } from "@/lib/contract/apps/registry";
import { MemberFields } from "./member-fields";

/** Sets up Slack and email for the team in one form: the integrations, and alert rules for outages and recoveries. */
export function TeamDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Alert the team">
      <TeamForm onClose={onClose} />
    </Dialog>
  );
}

function TeamForm({ onClose }: { onClose: () => void }) {
  const users = useQuery(queryAll(routes.listUsers)).data?.data ?? [];
  const [url, setUrl] = useState("");
  const [chosen, setChosen] = useState<number[] | null>(null);
  const members = chosen ?? users.map(({ id }) => id);
  const made = useRef(new Map<AppId, number>());
  const toast = useToast();
  const cache = useQueryClient();
  /** Creates an integration unless an earlier try did, and its rules. */
  const add = async (app: AppId, name: string, settings: Record<string, unknown>) => {
    const id =
      made.current.get(app) ??
      (await request(routes.createIntegration, { params: { app }, body: { name, settings } })).id;
    made.current.set(app, id);
    await makeFirstRules(id, () => null);
  };
  const save = useMutation({
    mutationFn: async () => {
      if (url.trim()) await add("slack", "Slack", { webhook_url: url.trim() });
      if (members.length > 0) await add("email", "Email to the team", { members });
    },
    onSuccess: () => {
      toast("The team gets alerts about outages and recoveries");
      onClose();
    },
    onError: (error) => toast(error.message, { tone: "failed" }),
    onSettled: () => cache.invalidateQueries(),
  });
  const errors = fieldErrors(save.error);
  const submit = () => {
    save.mutate();
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Slack incoming webhook"
        optional
        type="password"
        autoComplete="off"
        placeholder="https://hooks.slack.com/services/…"
        error={errors["settings.webhook_url"]}
        help={
          <a
            href="https://api.slack.com/apps"
            target="_blank"
            rel="noreferrer"
            className="underline underline-offset-2"
          >
            Find it at Slack
          </a>
        }
        value={url}
        onChange={setUrl}
      />
      <MemberFields
        legend="Email recipients"
        chosen={members}
        error={errors["settings.members"]}
        onChange={setChosen}
      />
      <SubmitRow busy={save.isPending}>Alert the team</SubmitRow>
    </Form>
  );
}
