"use client";
import { useQuery } from "@tanstack/react-query";
import { Copy, LayoutTemplate, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useConfirmed } from "@/components/forms/use-confirmed";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Empty } from "@/components/ui/empty";
import { Dialog } from "@/components/ui/overlays/dialog";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { IncidentTemplate } from "@/lib/contract/incidents/templates";
import {
  draftOfTemplate,
  NEW_TEMPLATE,
  type TemplateForm,
  templateWords,
} from "@/lib/presenters/incidents/template-form";
import { START_TEMPLATES } from "@/lib/presenters/incidents/update-templates";
import { TemplateFields } from "./template-fields";

interface Editing {
  id: number | null;
  draft: TemplateForm;
}

/** Lists the project's templates and the built-in ones to copy. */
export function TemplatesCard() {
  const { data } = useQuery(queryAll(routes.listIncidentTemplates));
  const [editing, setEditing] = useState<Editing | null>(null);
  const remove = useConfirmed(routes.deleteIncidentTemplate, {
    input: ({ id }: IncidentTemplate) => ({ params: { incidentTemplateId: id } }),
    title: ({ name }) => `Delete ${name}?`,
    action: "Delete template",
    text: "Incidents created from it don't change.",
    done: "Template deleted",
  });
  const own = data?.data ?? [];
  const add = (
    <Button size="sm" onClick={() => setEditing({ id: null, draft: NEW_TEMPLATE })}>
      <Plus /> Create template
    </Button>
  );
  return (
    <div className="space-y-4">
      <Card title="Incident templates" flush aside={own.length > 0 && add}>
        {own.length === 0 && (
          <Empty icon={<LayoutTemplate />} title="No templates yet" action={add}>
            Write incident texts in advance. A template fills in a new incident or an update; you decide when
            to post it.
          </Empty>
        )}
        <ul>
          {own.map((template) => (
            <Row key={template.id} name={template.name} words={templateWords(template)}>
              <Button
                size="icon"
                variant="quiet"
                aria-label={`Edit ${template.name}`}
                onClick={() => setEditing({ id: template.id, draft: draftOfTemplate(template) })}
              >
                <Pencil />
              </Button>
              <Button
                size="icon"
                variant="quiet"
                aria-label={`Delete ${template.name}`}
                onClick={() => remove.ask(template)}
              >
                <Trash2 />
              </Button>
            </Row>
          ))}
        </ul>
      </Card>
      <Card title="Built-in templates" flush>
        <ul>
          {START_TEMPLATES.map((template) => (
            <Row key={template.key} name={template.name} words={template.update_content ?? ""}>
              <Button
                size="sm"
                aria-label={`Copy ${template.name}`}
                onClick={() => setEditing({ id: null, draft: draftOfTemplate(template) })}
              >
                <Copy /> Copy
              </Button>
            </Row>
          ))}
        </ul>
      </Card>
      <Dialog
        open={editing !== null}
        onClose={() => setEditing(null)}
        title={editing?.id ? "Edit template" : "Create template"}
        description="{what} is replaced with the names of the affected monitors, or with “our service” if there are none."
        wide
      >
        {editing && <TemplateFields {...editing} onDone={() => setEditing(null)} />}
      </Dialog>
      {remove.dialog}
    </div>
  );
}

function Row({ name, words, children }: { name: string; words: string; children: ReactNode }) {
  return (
    <li
      data-row
      className="flex items-center gap-x-4 border-b border-line px-4 py-3 last:border-0 max-sm:flex-wrap max-sm:gap-y-2"
    >
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{name}</p>
        <p className="text-[13px] break-words text-muted">{words}</p>
      </div>
      <div className="flex shrink-0 gap-1">{children}</div>
    </li>
  );
}
