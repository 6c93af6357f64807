import { args, BaseCommand } from '@adonisjs/core/ace'
import { runMake } from '../app/plugins/make_command.ts'

/** `node ace make:service NAME`: a new service to be connected to, which works before a line is changed. */
export default class MakeService extends BaseCommand {
  static override commandName = 'make:service'
  static override description = 'Make the folder of a new service that connections are to'
  static override help = [
    'Writes plugins/connections/NAME, ready to be used and changed:',
    '{{ binaryName }} make:service pigeon-post',
  ]

  @args.string({ description: 'Its kind: a-z, 0-9 and hyphens' })
  declare name: string

  override async run(): Promise<void> {
    runMake(this, 'connections', this.name, 'Restart the server to connect to it.')
  }
}
