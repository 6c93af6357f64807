/** The workspace of this transaction, as SQL; null outside of one. */
export const CURRENT_WORKSPACE = `nullif(current_setting('app.workspace_id', true), '')::uuid`

/** The person of this transaction, as SQL; null without one. */
export const CURRENT_USER = `nullif(current_setting('app.user_id', true), '')::uuid`

/**
 * SQL that makes a table one of a workspace: row-level security, forced, with one policy for each role that reads it
 * (docs/decisions.md: Roles). `column` says whose a row is.
 */
export function tenantPolicies(table: string, column = 'workspace_id'): string {
  const mine = `${column} = ${CURRENT_WORKSPACE}`
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to fw_app using (${mine}) with check (${mine});
    create policy operator on ${table} to fw_operator using (true) with check (true);
    create policy owner on ${table} to fw_owner using (true) with check (true);
  `
}
