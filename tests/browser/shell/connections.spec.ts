import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { plugins } from '#app/plugins/registry'
import { within } from '#app/workspaces/within'
import { axeFindings } from '#tests/browser/axe'
import { faultsOf, keyboardFaults } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { connect, openSlack, setOperatorSettings } from '#tests/functional/connections/connecting'
import { newForm, publish } from '#tests/functional/forms/factories'
import { startDeliveries, submit, until } from '#tests/functional/integrations/factories'
import { GoogleStandIn } from '#tests/stand_ins/google/google'
import type { SlackStandIn } from '#tests/stand_ins/slack/slack'
import { TelegramStandIn, TOKEN } from '#tests/stand_ins/telegram/telegram'

test.group('Connections in the browser', (group) => {
  let slack: SlackStandIn
  group.each.setup(async () => {
    const opened = await openSlack()
    slack = opened.slack
    return opened.close
  })

  test('in a window: connect, choose, see it as it arrives, test, break it, see it wait, connect again, see it go on', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    const background = startDeliveries()
    cleanup(() => background.stop())
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/integrations`)
    await page.getByRole('button', { name: 'Add Slack' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('To the team')
    await dialog.getByText('Slack is not connected yet.').waitFor()
    assert.deepEqual(await axeFindings(page), [])

    const window = async (button: string, answer: 'Allow' | 'Cancel') => {
      const opening = page.waitForEvent('popup')
      await page.getByRole('button', { name: button }).click()
      const popup = await opening
      await popup.getByRole('link', { name: answer }).click()
      return popup
    }
    const refused = await window('Connect Slack', 'Cancel')
    await page.getByText('Access was not granted at the service. Nothing was connected.').waitFor()
    await refused.close()
    // a window that is closed, or that the browser does not open, is no end
    const closing = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Connect Slack' }).click()
    await (await closing).close()
    await page.evaluate('window.opens = window.open; window.open = () => null')
    await page.getByRole('button', { name: 'Connect Slack' }).click()
    const tab = page.waitForEvent('popup')
    await dialog.getByRole('link', { name: 'Go to Slack in a new tab' }).click()
    assert.deepEqual(await axeFindings(page), [])
    await (await tab).getByRole('link', { name: 'Cancel' }).click()
    await dialog.getByText('Your browser blocked the window.').waitFor({ state: 'detached' })
    await (await tab).close()
    await page.evaluate('window.open = window.opens')
    await window('Connect Slack', 'Allow')
    await dialog.getByRole('combobox', { name: 'Slack account' }).waitFor()
    assert.equal(await dialog.getByRole('combobox', { name: 'Slack account' }).inputValue(), 'Lighthouse')
    // nothing that was typed is lost
    assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'To the team')

    const channel = dialog.getByRole('combobox', { name: 'Channel' })
    await channel.fill('feed')
    await page.getByRole('option', { name: '#feedback' }).click()
    assert.equal(await channel.inputValue(), '#feedback')
    await dialog.getByRole('button', { name: 'What will arrive' }).click()
    await dialog.getByLabel('What will arrive').getByText('Name', { exact: true }).waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await dialog.getByRole('button', { name: 'Add Slack' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Send a test' }).click()
    await dialog.getByText('Delivered').waitFor()
    await page.keyboard.press('Escape')
    await submit(creator, form, { name01: 'Ada' })
    await slack.server.arrived('/api/chat.postMessage', 2)
    assert.equal(slack.posted[1]?.channel, 'C0FEEDBACK')

    slack.oauth.revokeAll()
    await submit(creator, form, { name01: 'Bob' })
    await page.getByRole('alert', { name: 'Waiting for its connection' }).waitFor()
    await page.getByText('does not accept this connection any more').waitFor()
    await page.getByRole('cell', { name: 'Waits for its connection' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send 1 waiting now' }).count(), 0)
    await page.evaluate('scrollTo(0, 0)')
    assert.deepEqual(await axeFindings(page), [])
    await window('Connect again', 'Allow')
    await slack.server.arrived('/api/chat.postMessage', 3)
    await page.getByRole('alert', { name: 'Waiting for its connection' }).waitFor({ state: 'detached' })
    assert.match(JSON.stringify(slack.posted[2]?.blocks), /Bob/)
  })

  test('by a token that is typed: refused, taken, a chat found, a message sent, revoked, connected again', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    const telegram = await TelegramStandIn.open()
    cleanup(() => telegram.server.close())
    cleanup(setOperatorSettings({ TELEGRAM_URL: telegram.server.url }))
    const background = startDeliveries()
    cleanup(() => background.stop())
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/integrations`)
    await page.getByRole('button', { name: 'Add Telegram' }).click()
    await page.getByRole('button', { name: 'Connect Telegram' }).click()
    const asked = page.getByRole('dialog', { name: 'Connect Telegram' })
    const connectBy = async (token: string) => {
      await asked.getByRole('textbox', { name: 'Token of the bot' }).fill(token)
      await page.keyboard.press('Enter')
    }
    await connectBy('answers_bot')
    await asked.getByText('Enter the whole token, as BotFather shows it').waitFor()
    await connectBy(TOKEN.replace('AA', 'BB'))
    await asked.getByText('The service does not accept this token.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await connectBy(TOKEN)
    await asked.waitFor({ state: 'detached' })
    const dialog = page.getByRole('dialog', { name: 'Add Telegram' })
    const account = dialog.getByRole('combobox', { name: 'Telegram account' })
    await account.waitFor()
    assert.equal(await account.inputValue(), '@answers_bot')
    await dialog.getByRole('combobox', { name: 'Chat' }).fill('ad')
    await page.getByRole('option', { name: 'Ada' }).click()
    await dialog.getByRole('button', { name: 'What will arrive' }).click()
    await dialog.getByLabel('What will arrive').getByText('New submission: A form').waitFor()
    await dialog.getByRole('button', { name: 'Add Telegram' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await submit(creator, form, { name01: 'Ada <b>' })
    const sent = `/bot${TOKEN}/sendMessage`
    await telegram.server.arrived(sent, 1)
    assert.include(telegram.messages[0]?.text, 'Ada &lt;b&gt;')

    telegram.token = undefined
    await submit(creator, form, { name01: 'Bob' })
    await page.getByRole('alert', { name: 'Waiting for its connection' }).waitFor()
    telegram.token = TOKEN
    await page.getByRole('button', { name: 'Connect again' }).click()
    await connectBy(TOKEN)
    await asked.waitFor({ state: 'detached' })
    await telegram.server.arrived(sent, 3)
    await page.getByRole('alert', { name: 'Waiting for its connection' }).waitFor({ state: 'detached' })
    assert.include(telegram.messages[1]?.text, 'Bob')
    assert.notInclude(await page.content(), TOKEN.split(':')[1])
  })

  test('Google Sheets: come back late, connect, make a spreadsheet, see the row, test, answer, break it, connect again', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    const google = await GoogleStandIn.open()
    const forget = setOperatorSettings(google.settings)
    const background = startDeliveries()
    cleanup(async () => {
      await background.stop()
      forget()
      await google.close()
    })
    const { creator, form } = await newForm()
    await publish(creator, form.id)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/integrations`)
    await page.getByRole('button', { name: 'Add Google Sheets' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Google is not connected yet.').waitFor()
    const atGoogle = async (button: string) => {
      const opening = page.waitForEvent('popup')
      await page.getByRole('button', { name: button }).click()
      const popup = await opening
      await popup.getByRole('link', { name: 'Allow' }).waitFor()
      return popup
    }

    // somebody who thinks about it for more than ten minutes
    const late = await atGoogle('Connect Google')
    await within(creator.workspaceId, ({ trx }) =>
      trx.rawQuery(`update connection_flows set expires_at = now() - interval '1 second'`),
    )
    await late.getByRole('link', { name: 'Allow' }).click()
    await page.getByText('took longer than ten minutes').waitFor()
    assert.lengthOf(google.oauth.grants, 0)
    await late.close()

    await (await atGoogle('Connect Google')).getByRole('link', { name: 'Allow' }).click()
    const account = dialog.getByRole('combobox', { name: 'Google account' })
    await account.waitFor()
    assert.equal(await account.inputValue(), 'ada@example.com')
    const spreadsheet = dialog.getByRole('combobox', { name: 'Spreadsheet' })
    const tab = dialog.getByRole('combobox', { name: 'Tab' })
    const create = async (name: string) => {
      await spreadsheet.fill(name)
      await page.getByRole('option', { name: `Create “${name}”` }).click()
    }
    const made = (name: string) =>
      until(
        () => spreadsheet.inputValue(),
        (text) => text === name,
      )
    const choose = async (name: string) => {
      await spreadsheet.fill(name)
      await page.getByRole('option', { name, exact: true }).click()
      await made(name)
    }
    const chooseTab = async () => {
      await tab.click()
      await page.getByRole('option', { name: 'Sheet1' }).click()
    }
    await create('Feedback of winter')
    await made('Feedback of winter')
    await chooseTab()
    // what is typed while it is made stays; a tab of another spreadsheet does not
    const slow = Promise.withResolvers<void>()
    await page.route('**/integration-choices/new', (route) => slow.promise.then(() => route.continue()))
    await create('Feedback of spring')
    await dialog.getByLabel('Name', { exact: true }).fill('Rows')
    slow.resolve()
    await made('Feedback of spring')
    assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), 'Rows')
    assert.equal(await tab.inputValue(), '')
    // a tab that is made late is none of the spreadsheet that was chosen meanwhile
    const tooLate = Promise.withResolvers<void>()
    await page.route('**/integration-choices/new', (route) => tooLate.promise.then(() => route.continue()))
    await tab.fill('Late')
    await page.getByRole('option', { name: 'Create “Late”' }).click()
    await choose('Feedback of winter')
    tooLate.resolve()
    await page.getByText('“Late” was created where you chose before.').waitFor()
    assert.equal(await tab.inputValue(), '')
    await choose('Feedback of spring')
    await chooseTab()
    const [, sheet] = [...google.files.values()]
    await dialog.getByRole('button', { name: 'What will arrive' }).click()
    await dialog.getByLabel('What will arrive').getByText('Name').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await dialog.getByRole('button', { name: 'Add Google Sheets' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Send a test' }).click()
    await dialog.getByText('Delivered').waitFor()
    await page.keyboard.press('Escape')
    assert.lengthOf(sheet?.records() ?? [], 1)
    const names = () => sheet?.records().map(({ Name }) => Name) ?? []
    await submit(creator, form, { name01: 'Ada' })
    await until(
      async () => names(),
      (rows) => rows.includes('Ada'),
    )

    google.oauth.revokeAll()
    await submit(creator, form, { name01: 'Bob' })
    const waits = page.getByRole('alert', { name: 'Waiting for its connection' })
    await waits.waitFor()
    await (await atGoogle('Connect again')).getByRole('link', { name: 'Allow' }).click()
    await waits.waitFor({ state: 'detached' })
    await until(
      async () => names(),
      (rows) => rows.includes('Bob'),
    )
    assert.deepEqual(names().slice(1), ['Ada', 'Bob'])
  })

  for (const width of [1280, 390]) {
    test(`the page of connections: ${width} px`, async ({ assert, browser, cleanup }) => {
      const { creator, form } = await newForm()
      const context = await browser.newContext({
        baseURL: creator.visitor.baseUrl,
        viewport: { width, height: 800 },
      })
      cleanup(() => context.close())
      await signIn(context, creator)
      const page = await context.newPage()
      const right = async (name: string) => {
        assert.deepEqual(await faultsOf(page), [], name)
        assert.deepEqual(await keyboardFaults(page), [], name)
      }
      await page.goto('/settings/connections')
      await page.getByRole('heading', { name: 'No connections yet' }).waitFor()
      // Google is not registered here
      await page.getByText('GOOGLE_CLIENT_ID').waitFor()
      await right('none yet')

      await page.getByRole('button', { name: 'Connect Slack' }).click()
      await page.getByRole('link', { name: 'Cancel' }).click()
      await page.getByText('Access was not granted').waitFor()
      await right('not granted')
      await page.getByRole('link', { name: 'Go to connections' }).click()
      await page.getByRole('button', { name: 'Connect Slack' }).click()
      await page.getByRole('link', { name: 'Allow' }).click()
      await page.getByRole('button', { name: 'Disconnect Slack, Lighthouse' }).waitFor()
      assert.equal(new URL(page.url()).search, '', 'no code stays in the address')
      await right('one')

      plugins.report({ kind: 'slack', member: 'sign', error: new Error('torn') }, 'connections')
      await page.reload()
      const row = page.getByRole('listitem').filter({ hasText: 'Lighthouse' })
      await row.getByText('May not work').waitFor()
      await row.getByText(/^Its plugin \(version 1\) failed in “sign” \w+( times)? lately\./).waitFor()
      await right('its plugin failed')

      await wrongState(page)
      const { id: connection_id } = await connect(creator, 'slack')
      const channel = { id: 'C0GENERAL', label: '#general' }
      await creator.visitor.post(`/api/forms/${form.id}/integrations`, {
        ...{ kind: 'slack', name: 'To the team', settings: { channel }, connection_id },
      })
      await within(creator.workspaceId, ({ trx }) =>
        trx.rawQuery(`update connections set lost_at = now(), lost_reason = 'token_revoked'`),
      )
      await page.goto('/settings/connections')
      await page.getByRole('link', { name: 'To the team of A form' }).waitFor()
      await page.getByText('Slack has not accepted this connection since').waitFor()
      await right('lost')
      await page.getByRole('button', { name: 'Connect again: Slack, Lighthouse' }).click()
      await page.getByRole('link', { name: 'Allow' }).click()
      await page.getByText('Connected', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Disconnect Slack, Lighthouse' }).click()
      await page.getByText('One integration uses it.').waitFor()
      await right('disconnecting')
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
      await page.getByRole('heading', { name: 'No connections yet' }).waitFor()
      assert.isTrue(slack.oauth.grants.at(-1)?.revoked)
    })
  }
})

/** The way back to what was used up already. */
async function wrongState(page: Page): Promise<void> {
  await page.goto('/settings/connections/callback/slack?code=code&state=state')
  await page.getByText('This way back was used before').waitFor()
}
