import { test } from '@japa/runner'
import { faultsOf, keyboardFaults } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { startDeliveries, submit, until } from '#tests/functional/integrations/factories'
import { PostOffice } from '#tests/functional/mail/post_office'

test.group('Mail in the browser', () => {
  for (const width of [1280, 390]) {
    test(`a workspace names its mail server, and a form writes by it: ${width} px`, async ({
      assert,
      browser,
      cleanup,
    }) => {
      const office = await PostOffice.open()
      const background = startDeliveries()
      const blocks = [textBlock('name01', 'Your name'), { ...textBlock('mail01', 'Address'), kind: 'email' }]
      const { creator, form } = await newForm(blocks, 'Feedback')
      await publish(creator, form.id)
      const context = await browser.newContext({
        baseURL: creator.visitor.baseUrl,
        viewport: { width, height: 900 },
      })
      cleanup(async () => {
        await context.close()
        await background.stop()
        await office.close()
      })
      await signIn(context, creator)
      const page = await context.newPage()
      const right = async (name: string) => {
        assert.deepEqual(await faultsOf(page), [], name)
        assert.deepEqual(await keyboardFaults(page), [], name)
      }

      await page.goto('/settings/workspace')
      await page.getByText('has no mail server of its own').waitFor()
      await right('nobody sends')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Enter the name of the mail server.').waitFor()
      await right('missing')
      await page.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1')
      await page.getByRole('combobox', { name: 'Security' }).click()
      await page.getByRole('option', { name: 'None' }).click()
      await page.getByRole('textbox', { name: 'Port' }).fill(String(office.port))
      await page.getByRole('textbox', { name: 'Sender’s address' }).fill('forms@own.example')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('It is not used yet.').waitFor()
      await page.getByRole('button', { name: 'Send a test mail' }).click()
      await page.getByText(/^In use since/).waitFor()
      assert.deepEqual(office.arrived[0]?.to, [creator.email])
      await right('in use')

      await page.goto(`/forms/${form.slug}/show/integrations`)
      await page.getByRole('button', { name: 'Add email' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'To', exact: true }).fill('ada@example.com')
      await page.keyboard.press('Enter')
      await dialog.getByRole('combobox', { name: 'Replies go to the answer to' }).click()
      await page.getByRole('option', { name: 'Address' }).click()
      const subject = dialog.getByRole('textbox', { name: 'Subject' })
      await subject.click()
      await page.keyboard.type('From @your')
      await page.getByRole('option', { name: /Your name/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.type(' today')
      await dialog.getByRole('button', { name: 'What will arrive' }).click()
      await dialog.getByText('Subject: From Example today').waitFor()
      await right('settings of a mail')
      await dialog.getByRole('button', { name: 'Add email' }).click()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await submit(creator, form, { name01: 'Zoë', mail01: 'zoe@example.com' })
      await until(
        async () => office.arrived.length,
        (count) => count === 2,
      )
      assert.equal(office.arrived[1]?.mail.subject, 'From Zoë today')
      assert.equal(office.arrived[1]?.mail.replyTo?.[0]?.address, 'zoe@example.com')
    })
  }
})
