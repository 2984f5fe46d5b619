import { ExportCard } from "@/components/config-file/export-card";
import { ImportForm } from "@/components/config-file/import-form";

export const metadata = { title: "Import and export" };

export default function ImportPage() {
  return (
    <div className="space-y-4">
      <ImportForm />
      <ExportCard />
    </div>
  );
}
