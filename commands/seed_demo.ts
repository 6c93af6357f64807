import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import env from '#start/env'

/** How to sign in to the demo: kept in STORAGE_DIR, for its operator only. */
interface DemoAccount {
  email: string
  password: string
  slug: string
}

/** Makes a person, their workspace and a published form, so that a first look has something to look at. */
export default class SeedDemo extends BaseCommand {
  static commandName = 'seed:demo'
  static description = 'Make a demo account with a published form, once; prints how to sign in'
  static options: CommandOptions = { startApp: true }

  async run() {
    const file = join(env.get('STORAGE_DIR'), 'demo.json')
    const account = this.read(file) ?? (await this.make(file))
    this.logger.log(JSON.stringify(account))
  }

  private read(file: string): DemoAccount | undefined {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as DemoAccount
    } catch {
      return undefined
    }
  }

  private async make(file: string): Promise<DemoAccount> {
    const { register } = await import('#app/accounts/register')
    const { addressOf } = await import('#app/forms/addresses')
    const { createForm } = await import('#app/forms/create_form')
    const { readDraft } = await import('#app/forms/draft')
    const { publish } = await import('#app/forms/publications')
    const { workspacesOf } = await import('#app/workspaces/memberships')
    const { within } = await import('#app/workspaces/within')
    const { demoForm } = await import('#database/demo_form')

    const password = randomBytes(12).toString('base64url')
    const email = `demo-${randomBytes(3).toString('hex')}@example.com`
    const user = await register({ name: 'Demo', email, password }, 'this machine')
    const [workspace] = await workspacesOf(user.id)
    const form = await within(workspace.id, (scope) => createForm(scope, demoForm, user.id), {
      userId: user.id,
    })
    const { revision } = await within(workspace.id, (scope) => readDraft(scope, form))
    await publish(workspace.id, form, { revision, note: 'Demo', userId: user.id })
    const account = { email, password, slug: (await addressOf(form))?.slug ?? form }
    writeFileSync(file, JSON.stringify(account), { mode: 0o600 })
    return account
  }
}
