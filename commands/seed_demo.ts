import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import type { DemoForm } from '#database/demo/demo'
import env from '#start/env'

/** Who signs in to the demo. */
interface DemoPerson {
  email: string
  password: string
}

/** How to sign in to the demo: kept in STORAGE_DIR, for its operator only. */
interface DemoAccount extends DemoPerson {
  slug: string
  /** how many it has, and how long it took to make them */
  submissions: number
  seconds: number
}

/** Makes a person, their workspace and three forms with what people answered, so that a first look has something to look at. */
export default class SeedDemo extends BaseCommand {
  static commandName = 'seed:demo'
  static description =
    'Make a demo account with three forms and their submissions, once; prints how to sign in'
  static options: CommandOptions = { startApp: true }

  async run() {
    const file = join(env.get('STORAGE_DIR'), 'demo.json')
    const account = read<DemoAccount>(file) ?? (await this.make(file))
    this.logger.log(JSON.stringify(account))
  }

  private async make(file: string): Promise<DemoAccount> {
    const { default: User } = await import('#app/accounts/user')
    const { emailKey } = await import('#app/accounts/email_key')
    const { register } = await import('#app/accounts/register')
    const { addressOf } = await import('#app/forms/addresses')
    const { workspacesOf } = await import('#app/workspaces/memberships')
    const { answerDemo } = await import('#database/demo/submissions')
    const { clinicIntake } = await import('#database/demo/clinic_intake')
    const { meetup } = await import('#database/demo/meetup')
    const { shopOrder } = await import('#database/demo/shop_order')

    const now = Date.now()
    // noted before the account is made: whoever was stopped on the way goes on with it
    const begun = `${file}.begun`
    const person = read<DemoPerson>(begun) ?? newPerson()
    writeFileSync(begun, JSON.stringify(person), { mode: 0o600 })
    const user =
      (await User.findBy('emailKey', emailKey(person.email))) ??
      (await register({ ...person, name: 'Demo', operator: true }, 'this machine'))
    const [workspace] = await workspacesOf(user.id)
    const forms: [id: string, demo: DemoForm][] = []
    for (const demo of [clinicIntake, shopOrder, meetup])
      forms.push([await this.publish(workspace.id, user.id, demo), demo])
    // side by side: while one form waits for its transactions another is at work
    const taken = await Promise.all(forms.map(([id, demo]) => answerDemo(id, demo, now)))
    const shown = forms.at(-1)?.[0] ?? ''
    const account = {
      ...{ ...person, slug: (await addressOf(shown))?.slug ?? shown },
      submissions: taken.reduce((sum, count) => sum + count, 0),
      seconds: Math.round((Date.now() - now) / 100) / 10,
    }
    // whole or not at all: while it is there nobody makes another demo
    writeFileSync(`${file}.new`, JSON.stringify(account), { mode: 0o600 })
    renameSync(`${file}.new`, file)
    rmSync(begun)
    return account
  }

  /** Publishes a form, unless that was done before. Answers its id. */
  private async publish(workspaceId: string, userId: string, { form }: DemoForm): Promise<string> {
    const { createForm } = await import('#app/forms/create_form')
    const { readDraft } = await import('#app/forms/draft')
    const { publish } = await import('#app/forms/publications')
    const { within } = await import('#app/workspaces/within')
    const there = await within(workspaceId, async ({ trx }) => {
      const { rows } = await trx.rawQuery<{ rows: { id: string; published: boolean }[] }>(
        `select id, published_version is not null as published from forms where workspace_id = ? and title = ?`,
        [workspaceId, form.title ?? ''],
      )
      return rows[0]
    })
    if (there?.published) return there.id
    const id =
      there?.id ?? (await within(workspaceId, (scope) => createForm(scope, form, userId), { userId }))
    const { revision } = await within(workspaceId, (scope) => readDraft(scope, id))
    await publish(workspaceId, id, { revision, note: 'Demo', userId })
    return id
  }
}

function newPerson(): DemoPerson {
  return {
    email: `demo-${randomBytes(3).toString('hex')}@example.com`,
    password: randomBytes(12).toString('base64url'),
  }
}

/** What stands in a file; nothing where there is none, or it was not written to its end. */
function read<T>(file: string): T | undefined {
  try {
    const content: T = JSON.parse(readFileSync(file, 'utf8'))
    return content
  } catch {
    return undefined
  }
}
