import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- why the delivery stands as it does, in a sentence
      alter table deliveries add column reason text;
      -- attempts made before the present round: a replay begins the schedule again, the numbers of attempts go on
      alter table deliveries add column round_start integer not null default 0;

      -- the next ones of each endpoint, and those it has under way: what the claim asks for
      create index deliveries_endpoint on deliveries (endpoint, next_attempt_at) where status = 'pending';
      create index deliveries_under_way on deliveries (endpoint) where status = 'pending' and leased_until is not null;
      -- what is old enough to be forgotten
      create index deliveries_age on deliveries (created_at);
    `)
  }
}
