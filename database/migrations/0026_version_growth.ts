import { BaseSchema } from '@adonisjs/lucid/schema'

/** How much a version says that the one before it did not: so much more has to be read to show all answers of a form. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- bytes; of versions from before it was counted nothing
      alter table form_versions add column added integer not null default 0;
    `)
  }
}
