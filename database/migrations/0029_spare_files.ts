import { BaseSchema } from '@adonisjs/lucid/schema'

/** Files on the disk that nothing here is of: they are removed some time after they were first seen. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table spare_files (
        storage_key text primary key,
        -- a database that was put back from a backup knows nothing of what it has not seen yet
        found_at timestamptz not null default now()
      );
      revoke all on spare_files from fw_app;
    `)
  }
}
