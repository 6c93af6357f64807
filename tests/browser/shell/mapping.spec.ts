import { test } from '@japa/runner'
import { axeFindings } from '#tests/browser/axe'
import { signIn } from '#tests/browser/shell/signed_in'
import { setOperatorSettings } from '#tests/functional/connections/connecting'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { startDeliveries, submit, until } from '#tests/functional/integrations/factories'
import { AirtableStandIn, TOKEN } from '#tests/stand_ins/airtable/airtable'

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
    const choose = async (name: string, option: string) => {
      const box = dialog.getByRole('combobox', { name, exact: true })
      await box.fill(option)
      await page.getByRole('option', { name: option, exact: true }).click()
      await until(
        () => box.inputValue(),
        (text) => text === option,
      )
    }
    await dialog.getByRole('combobox', { name: 'Airtable account' }).waitFor()
    await choose('Base', 'Lighthouse')
    await choose('Table', 'Answers')
    await choose('Field for the id of the submission', 'Submission {id}')
    await dialog.getByRole('button', { name: 'Add 1 of the same name' }).click()
    await dialog.getByRole('button', { name: 'Add a row' }).click()
    await choose('Answer 2', 'How old?')
    await choose('Field 2', 'Age (number)')
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
})
