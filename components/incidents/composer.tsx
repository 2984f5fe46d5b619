"use client";
import { useState } from "react";
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

/** Writes a public update or a private comment. The choice comes first and the button repeats it, so the two are never confused. */
export function Composer({ incident }: { incident: Incident }) {
  const [audience, setAudience] = useState<Audience>("public");
  return (
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
  );
}
