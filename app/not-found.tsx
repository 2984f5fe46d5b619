import { DeadEnd } from "@/components/page/dead-end";
import { buttonClass } from "@/components/ui/button-class";

export const metadata = { title: "Page not found" };

/** Every page carries this one, so it has no script of its own. */
export default function NotFound() {
  return (
    <DeadEnd
      title="Page not found"
      action={
        <a href="/" className={buttonClass({ variant: "primary" })}>
          Go to the overview
        </a>
      }
    >
      It may have been deleted, or it may belong to another project.
    </DeadEnd>
  );
}
