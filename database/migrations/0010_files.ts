import { BaseSchema } from '@adonisjs/lucid/schema'
import { tenantPolicies } from '#database/row_level_security'

/** Uploaded files, until a submission claims them and from then on. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table files (
        workspace_id uuid not null,
        id uuid not null default uuidv7(),
        form_id uuid not null,
        block_id text not null,
        -- the stay that uploaded it: only its own submission may claim it
        upload_key uuid not null,
        submission_id uuid,
        status text not null default 'pending' check (status in ('pending', 'claimed')),
        storage_key text not null unique,
        name text not null,
        type text not null,
        size bigint not null,
        sha256 text not null,
        created_at timestamptz not null default now(),
        primary key (workspace_id, id),
        foreign key (workspace_id, form_id) references forms (workspace_id, id) on delete cascade
      );
      create index files_submission on files (workspace_id, submission_id);
      create index files_unclaimed on files (created_at) where status = 'pending';
    `)
    this.schema.raw(tenantPolicies('files'))
  }
}
