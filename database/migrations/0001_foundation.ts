import { BaseSchema } from '@adonisjs/lucid/schema'

/** What the concepts of the other files stand on. Their order is that of their references. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create extension if not exists pg_trgm;
      create extension if not exists btree_gin;
      create extension if not exists unaccent;

      grant usage on schema public to fw_search;

      create table rate_limits (
        key varchar(255) primary key,
        points integer not null default 0,
        expire bigint
      );
      -- each limit removes every five minutes what ran out: of a million counts that took 0.7 s
      create index rate_limits_expire on rate_limits (expire);
    `)
  }
}
