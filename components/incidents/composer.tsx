"use client";
import { Megaphone } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useActions } from "@/components/shell/actions";
import { Card } from "@/components/ui/card";
import { Segmented } from "@/components/ui/input";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { CommentForm } from "./comment-form";
import { UpdateForm } from "./update-form";

type Audience = "public" | "private";
const AUDIENCES: readonly { value: Audience; label: string }[] = [
  { value: "public", label: "Public update" },
  { value: "private", label: "Private comment" },
];

/** Links with this fragment open an incident to write an update. */
const UPDATE_ANCHOR = "#update";

/** Writes a public update or a private comment. The choice comes first and the button repeats it, so the two are never confused. */
export function Composer({ incident }: { incident: Incident }) {
  const [audience, setAudience] = useState<Audience>("public");
  const root = useRef<HTMLDivElement>(null);
  const write = () => {
    // The form must be there before it can take the focus.
    flushSync(() => setAudience("public"));
    root.current?.querySelector("textarea")?.focus();
  };
  useActions([{ group: "On this page", label: "Post update", icon: Megaphone, keys: "u", run: write }]);
  useEffect(() => {
    if (location.hash === UPDATE_ANCHOR) root.current?.querySelector("textarea")?.focus();
  }, []);
  return (
    <div ref={root}>
      <Card
        title={audience === "public" ? "Post an update" : "Add a comment"}
        aside={
          <Segmented
            name="audience"
            label="Audience"
            value={audience}
            options={AUDIENCES}
            onChange={setAudience}
          />
        }
      >
        {audience === "public" ? <UpdateForm incident={incident} /> : <CommentForm incident={incident} />}
      </Card>
    </div>
  );
}
