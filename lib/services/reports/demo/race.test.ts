import { expect, test } from "vitest";
import { pool } from "@/lib/store/core/pool";
import { ownerSession } from "@/lib/testing/accounts/callers";
import { createTestAccounts } from "@/lib/testing/accounts/test-accounts";
import { useDatabase } from "@/lib/testing/database";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { createDemo } from "./create";

useDatabase();

// Citus has no triggers on distributed tables.
test.skipIf(await isOnCitus())(
  "creates the demo while the dispatcher already sends what its alert rules match",
  async () => {
    const { organizationId, users } = await createTestAccounts();
    // Does at once what a dispatcher does at any time after an alert rule was created.
    await pool().query(`
    create function send_at_once() returns trigger language plpgsql as $$ begin
      insert into deliveries (project_id, event_id, integration_id, incident_id, status, occurred_at)
        select project_id, id, new.integration_id, incident_id, 'pending', occurred_at from events
        where project_id = new.project_id and key = new.event
        on conflict (event_id, integration_id, project_id) do nothing;
      return null; end $$;
    create trigger send_at_once after insert on alert_rules for each row execute function send_at_once()`);
    const caller = ownerSession(organizationId, users.ada);
    const { id } = await createDemo(caller);
    const { rows } = await pool().query(
      "select count(*)::int as n from deliveries where project_id = $1 and status = 'failed'",
      [id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  },
);
