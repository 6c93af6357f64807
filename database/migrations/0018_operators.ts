import { BaseSchema } from '@adonisjs/lucid/schema'

/** Who runs the instance, and what they see of its mail. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- runs the instance (node ace user:promote); no request sets it
      alter table users add column operator boolean not null default false;

      -- a mail of some workspace: operators list them across all
      alter table deliveries add column mail boolean not null default false;
      create index deliveries_mails on deliveries (id desc) where mail and status <> 'cancelled';
      create index deliveries_mails_by_status on deliveries (status, id desc) where mail and status <> 'cancelled';
    `)
  }
}
