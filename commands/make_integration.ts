import { args, BaseCommand } from '@adonisjs/core/ace'
import { runMake } from '../app/plugins/make_command.ts'

/** `node ace make:integration NAME`: a new kind of integration that works before a line is changed. */
export default class MakeIntegration extends BaseCommand {
  static override commandName = 'make:integration'
  static override description = 'Make the folder of a new kind of integration'
  static override help = [
    'Writes plugins/integrations/NAME, ready to be used and changed:',
    '{{ binaryName }} make:integration carrier-pigeon',
  ]

  @args.string({ description: 'Its kind: a-z, 0-9 and hyphens' })
  declare name: string

  override async run(): Promise<void> {
    runMake(this, 'integrations', this.name, 'Restart the server to add it to a form.')
  }
}
