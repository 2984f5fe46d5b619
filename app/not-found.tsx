import { buttonClass } from "@/components/ui/button-class";
import { Empty } from "@/components/ui/empty";
import { Mark } from "@/components/ui/logo";

export const metadata = { title: "Page not found" };

/** Every page carries this one, so it has no script of its own. */
export default function NotFound() {
  return (
    <main className="grid min-h-[80dvh] place-items-center">
      <Empty
        icon={<Mark />}
        title="Page not found"
        level="h1"
        action={
          <a href="/" className={buttonClass({})}>
            Go to the overview
          </a>
        }
      >
        It may have been deleted, or it may belong to another project.
      </Empty>
    </main>
  );
}
