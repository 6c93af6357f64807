import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The set-up link that a start without demo prints while there is no account (docs/decisions.md: First run): at most
 * one, and only the SHA-256 of its token. The start writes it as owner; the serving role can only use it up.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table setup_link (
        single boolean primary key default true check (single),
        token_hash text not null,
        expires_at timestamptz not null
      );
      revoke insert, update, truncate on setup_link from fw_app, fw_operator;
    `)
  }
}
