import { BaseSchema } from '@adonisjs/lucid/schema'

/** What a block was called that is no longer in the draft: rules and texts that stand on it are told by this name. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('alter table draft_blocks add column former_name text')
  }
}
