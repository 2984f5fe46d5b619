import { Compass } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";

export default function NotFound() {
  return (
    <main className="grid min-h-[80dvh] place-items-center">
      <Empty
        icon={<Compass />}
        title="There is nothing here"
        action={<ButtonLink href="/">Go to the overview</ButtonLink>}
      >
        It may have been deleted, or it belongs to another project.
      </Empty>
    </main>
  );
}
