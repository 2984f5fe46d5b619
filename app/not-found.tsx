import { buttonClass } from "@/components/ui/button-class";
import { Empty } from "@/components/ui/empty";
import { Mark } from "@/components/ui/logo";

/** Every page carries this one, so it has no script of its own. */
export default function NotFound() {
  return (
    <main className="grid min-h-[80dvh] place-items-center">
      <Empty
        icon={<Mark />}
        title="Page not found"
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
