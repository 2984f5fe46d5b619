"use client";
import { Download } from "lucide-react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { routes } from "@/lib/client/routes";
import { saveText } from "@/lib/client/save-file";

/** Downloads the project's configuration. */
export function ExportCard() {
  const save = useSave(routes.exportConfiguration, {
    onDone: (yaml) => saveText("vedette.yaml", yaml, "application/yaml"),
  });
  return (
    <Card title="Export">
      <p className="text-muted">
        Download this project's integrations, monitors, status pages, maintenance windows, and alert rules as
        YAML. Secrets become variables; history isn't included.
      </p>
      <Button className="mt-4" busy={save.isPending} onClick={() => save.mutate({})}>
        <Download /> Export configuration
      </Button>
    </Card>
  );
}
