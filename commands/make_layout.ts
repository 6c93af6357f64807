import { args, BaseCommand } from '@adonisjs/core/ace'
import { runMake } from '../app/plugins/make_command.ts'

/** `node ace make:layout NAME`: a new kind of layout block that works before a line is changed. */
export default class MakeLayout extends BaseCommand {
  static override commandName = 'make:layout'
  static override description = 'Make the folder of a new kind of layout block'
  static override help = [
    'Writes plugins/layout/NAME, ready to be used and changed:',
    '{{ binaryName }} make:layout pull-quote',
  ]

  @args.string({ description: 'Its kind: a-z, 0-9 and hyphens' })
  declare name: string

  override async run(): Promise<void> {
    runMake(this, 'layout', this.name, 'Restart the server to see it in the palette.')
  }
}
