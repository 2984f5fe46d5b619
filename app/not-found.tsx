import { Compass } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";

export default function NotFound() {
  return (
    <main className="grid min-h-[80dvh] place-items-center">
      <Empty
        icon={<Compass />}
        title="Page not found"
        action={<ButtonLink href="/">Go to the overview</ButtonLink>}
      >
        It may have been deleted, or it may belong to another project.
      </Empty>
    </main>
  );
}
