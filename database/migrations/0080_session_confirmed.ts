import { BaseSchema } from '@adonisjs/lucid/schema'

/** When the person of a session last gave their password; until now that was at sign-in. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table sessions add column confirmed_at timestamptz;
      update sessions set confirmed_at = created_at where user_id is not null;
    `)
  }
}
