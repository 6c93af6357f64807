import { test } from '@japa/runner'
import type { Page } from 'playwright'
import { axeFindings } from '#tests/browser/axe'
import { signIn } from '#tests/browser/shell/signed_in'
import { setOperatorSettings } from '#tests/functional/connections/connecting'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { startDeliveries, submit, until } from '#tests/functional/integrations/factories'
import { AirtableStandIn, TOKEN } from '#tests/stand_ins/airtable/airtable'
import { KEY, MailchimpStandIn } from '#tests/stand_ins/mailchimp/mailchimp'
import { NotionStandIn } from '#tests/stand_ins/notion/notion'

/** Looks for an option of a list, and chooses it. */
async function choose(page: Page, name: string, option: string): Promise<void> {
  const box = page.getByRole('dialog').getByRole('combobox', { name, exact: true })
  await box.fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
  await until(
    () => box.inputValue(),
    (text) => text === option,
  )
  // the list fades away for a moment
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
}

test.group('Answers mapped to fields in the browser', () => {
  test('a base, a table and fields are chosen, by name or one by one; answers arrive in them', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    const airtable = await AirtableStandIn.open()
    cleanup(() => airtable.server.close())
    cleanup(setOperatorSettings({ AIRTABLE_URL: airtable.server.url }))
    const background = startDeliveries()
    cleanup(() => background.stop())
    const { creator, form } = await newForm([
      textBlock('name01', 'Name'),
      { id: 'age001', kind: 'number', v: 1, key: 'age', label: 'How old?', settings: {} },
    ])
    await publish(creator, form.id)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/integrations`)
    await page.getByRole('button', { name: 'Add Airtable' }).click()
    await page.getByRole('button', { name: 'Connect Airtable' }).click()
    const asked = page.getByRole('dialog', { name: 'Connect Airtable' })
    await asked.getByRole('textbox', { name: 'Personal access token' }).fill(TOKEN)
    await page.keyboard.press('Enter')
    await asked.waitFor({ state: 'detached' })
    const dialog = page.getByRole('dialog', { name: 'Add Airtable' })
    // the form behind it was not sent
    assert.equal(await dialog.getByText('Choose a base.', { exact: true }).count(), 0)
    await dialog.getByRole('combobox', { name: 'Airtable account' }).waitFor()
    await choose(page, 'Base', 'Lighthouse')
    await choose(page, 'Table', 'Answers')
    await choose(page, 'Field for the id of the submission', 'Submission {id}')
    await dialog.getByRole('button', { name: 'Add 1 of the same name' }).click()
    await dialog.getByRole('button', { name: 'Add a row' }).click()
    await choose(page, 'Answer 2', 'How old?')
    await choose(page, 'Field 2', 'Age (number)')
    assert.deepEqual(await axeFindings(page), [])
    await dialog.getByRole('button', { name: 'What will arrive' }).click()
    await dialog.getByLabel('What will arrive').getByText('Name').waitFor()
    await dialog.getByRole('button', { name: 'Add Airtable' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await submit(creator, form, { name01: 'Ada', age001: 36 })
    await until(
      async () => airtable.rows(),
      (rows) => rows.length === 1,
    )
    const [row] = airtable.rows()
    assert.deepInclude(row, { Name: 'Ada', Age: 36 })
  })

  test('Notion: connected in a window, a data source found, a property for the id made; a page arrives', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    const notion = await NotionStandIn.open()
    cleanup(() => notion.server.close())
    cleanup(setOperatorSettings(notion.settings))
    const background = startDeliveries()
    cleanup(() => background.stop())
    const { creator, form } = await newForm([
      textBlock('name01', 'Name'),
      { id: 'stay01', kind: 'date', v: 1, key: 'stay', label: 'Your stay', settings: { range: true } },
    ])
    await publish(creator, form.id)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/integrations`)
    await page.getByRole('button', { name: 'Add Notion' }).click()
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Connect Notion' }).click()
    await (await opening).getByRole('link', { name: 'Allow' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Notion' })
    const account = dialog.getByRole('combobox', { name: 'Notion account' })
    await account.waitFor()
    assert.equal(await account.inputValue(), 'Lighthouse')
    await choose(page, 'Data source', 'Applicants')
    const key = dialog.getByRole('combobox', { name: 'Property for the id of the submission' })
    await key.fill('Answer id')
    await page.getByRole('option', { name: 'Create “Answer id”' }).click()
    await until(
      () => key.inputValue(),
      (text) => text === 'Answer id',
    )
    await dialog.getByRole('button', { name: 'Add 1 of the same name' }).click()
    await dialog.getByRole('button', { name: 'Add a row' }).click()
    await choose(page, 'Answer 2', 'Your stay')
    await choose(page, 'Field 2', 'Stay (date)')
    assert.deepEqual(await axeFindings(page), [])
    await dialog.getByRole('button', { name: 'What will arrive' }).click()
    await dialog
      .getByLabel('What will arrive')
      .getByText(/Stay {2}\d{4}-\d\d-\d\d/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Add Notion' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    const stay01 = { from: '2026-05-01', to: '2026-05-03' }
    const id = await submit(creator, form, { name01: 'Ada', stay01 })
    await until(
      async () => notion.rows(),
      (rows) => rows.length === 1,
    )
    const span = { start: stay01.from, end: stay01.to }
    assert.deepEqual(notion.rows(), [{ 'Answer id': id, Name: 'Ada', Stay: span }])
  })

  test('Mailchimp: no contact without consent; whoever agrees arrives in the audience', async ({
    assert,
    browserContext,
    cleanup,
    visit,
  }) => {
    const mailchimp = await MailchimpStandIn.open()
    cleanup(() => mailchimp.server.close())
    cleanup(setOperatorSettings({ MAILCHIMP_URL: mailchimp.server.url }))
    const background = startDeliveries()
    cleanup(() => background.stop())
    const { creator, form } = await newForm([
      { id: 'mail01', kind: 'email', v: 1, key: 'mail', label: 'Your email', settings: {} },
      { id: 'news01', kind: 'checkbox', v: 1, key: 'news', label: 'May we write to you?', settings: {} },
      textBlock('name01', 'First name'),
    ])
    await publish(creator, form.id)
    await signIn(browserContext, creator)
    const page = await visit(`/forms/${form.slug}/show/integrations`)
    await page.getByRole('button', { name: 'Add Mailchimp' }).click()
    await page.getByRole('button', { name: 'Connect Mailchimp' }).click()
    const asked = page.getByRole('dialog', { name: 'Connect Mailchimp' })
    await asked.getByRole('textbox', { name: 'API key' }).fill(KEY)
    await page.keyboard.press('Enter')
    await asked.waitFor({ state: 'detached' })
    const dialog = page.getByRole('dialog', { name: 'Add Mailchimp' })
    await dialog.getByRole('combobox', { name: 'Mailchimp account' }).waitFor()
    await choose(page, 'Audience', 'Newsletter')
    await dialog.getByRole('button', { name: 'Add 1 of the same name' }).click()
    await dialog.getByRole('button', { name: 'Add Mailchimp' }).click()
    await dialog.getByText('Choose the question that asks for consent.').waitFor()
    assert.deepEqual(await axeFindings(page), [])
    const pick = async (name: string, option: string) => {
      await dialog.getByRole('combobox', { name }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await pick('Question that asks for the address', 'Your email')
    await pick('Question that asks for consent', 'May we write to you?')
    // what was corrected is not called wrong any more
    await dialog.getByText('Choose the question that asks for consent.').waitFor({ state: 'detached' })
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('form')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'What will arrive' }).click()
    await dialog.getByLabel('What will arrive').getByText('Pending, until confirmed by email').waitFor()
    await dialog.getByRole('button', { name: 'Add Mailchimp' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await submit(creator, form, { mail01: 'bob@lighthouse.example', news01: false, name01: 'Bob' })
    await submit(creator, form, { mail01: 'ada@lighthouse.example', news01: true, name01: 'Ada' })
    await until(
      async () => mailchimp.rows(),
      (rows) => rows.some(({ tags }) => tags.length > 0),
    )
    const contact = { email: 'ada@lighthouse.example', status: 'pending', FNAME: 'Ada', tags: ['form'] }
    assert.deepEqual(mailchimp.rows(), [contact])
    await page.getByText('No consent was given, so nothing was sent.').waitFor()
  })
})
