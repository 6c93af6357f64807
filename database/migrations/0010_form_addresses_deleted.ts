import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Addresses of a deleted form answer nothing but stay taken, so that a restored form has them back
 * (docs/decisions.md: Addresses).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table form_addresses add column deleted_at timestamptz;
      create index forms_newest on forms (workspace_id, updated_at desc, id desc) where deleted_at is null;
    `)
  }
}
