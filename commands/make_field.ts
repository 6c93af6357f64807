import { args, BaseCommand } from '@adonisjs/core/ace'
import { runMake } from '../app/plugins/make_command.ts'

/** `node ace make:field NAME`: a new kind of field that works before a line is changed. */
export default class MakeField extends BaseCommand {
  static override commandName = 'make:field'
  static override description = 'Make the folder of a new kind of field'
  static override help = [
    'Writes plugins/fields/NAME, ready to be used and changed:',
    '{{ binaryName }} make:field fruit-basket',
  ]

  @args.string({ description: 'Its kind: a-z, 0-9 and hyphens' })
  declare name: string

  override async run(): Promise<void> {
    runMake(this, 'fields', this.name, 'Restart the server to see it in the palette.')
  }
}
