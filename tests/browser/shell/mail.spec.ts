import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { drawMail } from '#app/mail/draw_mail'
import { axeFindings, showIn } from '#tests/browser/axe'
import { faultsOf, keyboardFaults } from '#tests/browser/shell/screen'
import { signIn } from '#tests/browser/shell/signed_in'
import { newForm, publish, textBlock } from '#tests/functional/forms/factories'
import { addIntegration, startDeliveries, submit, until } from '#tests/functional/integrations/factories'
import { PostOffice } from '#tests/functional/mail/post_office'
import type { Mail } from '@formwright/kit/mail'
import { richTextOf } from '@formwright/kit/rich/from_text'
import { makeOperator } from '#tests/functional/place'

/** A mail with all that one may have, and with texts that nothing breaks. */
function longMail(language: string): Mail {
  const long = `${'a'.repeat(64)}@${'example-'.repeat(12)}domain.example`
  const arabic = language === 'ar'
  return {
    id: 'one',
    to: [{ address: 'ada@example.com' }],
    subject: arabic ? 'إجابة جديدة' : 'A new answer',
    message: {
      type: 'doc',
      content: [
        ...richTextOf(arabic ? 'شكرا لك.' : 'Thank you.').content,
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: long, marks: [{ type: 'link', attrs: { href: 'https://example.com/' } }] },
          ],
        },
      ],
    },
    answers: [
      { label: arabic ? 'البريد الإلكتروني' : 'Email', text: long },
      { label: 'L'.repeat(200), text: '-4' },
      {
        label: 'Photo',
        text: '',
        files: [{ name: `${'film-'.repeat(30)}.mov`, url: 'https://example.com/f' }],
      },
    ],
    link: { label: arabic ? 'افتح الإجابة' : 'Open the submission', url: 'https://example.com/s' },
    footer: arabic ? 'أُرسلت هذه الرسالة' : 'Sent for each submission',
    language,
  }
}

test.group('Mail in the browser', () => {
  test('a mail is read in light and in the dark, on a phone, from either side', async ({
    assert,
    browser,
    cleanup,
  }) => {
    const page = await browser.newPage()
    cleanup(() => page.close())
    for (const language of ['en', 'ar']) {
      await page.setContent(drawMail(longMail(language)).html)
      for (const width of [390, 320, 700]) {
        await page.setViewportSize({ width, height: 900 })
        const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        assert.isAtMost(over, 0, `${language} at ${width} px`)
      }
      for (const scheme of ['light', 'dark'] as const) {
        await showIn(page, scheme)
        // a mail's heading is its subject, which the mail program shows
        assert.deepEqual(await axeFindings(page, ['wcag2a', 'wcag2aa']), [], `${language}, ${scheme}`)
      }
    }
  })

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

    test(`an operator reads what waits, sends it again and deletes it: ${width} px`, async ({
      assert,
      browser,
      cleanup,
    }) => {
      const office = await PostOffice.open()
      const background = startDeliveries({ schedule: [0] })
      const { creator, form } = await newForm([textBlock('name01', 'Your name')], `Orders ${randomUUID()}`)
      await publish(creator, form.id)
      await makeOperator(creator.userId)
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
      const shown = (state: string) =>
        page
          .getByRole('radiogroup', { name: 'Show mails that are' })
          .getByText(state, { exact: false })
          .click()
      const dialog = page.getByRole('dialog', { name: 'Mail', exact: true })

      await addIntegration(creator, form, 'email', {
        to: ['ada@example.com'],
        subject: `${form.title} {#name01}`,
      })
      await page.goto(`/forms/${form.slug}/show/integrations`)
      await page.getByRole('link', { name: 'email', exact: true }).click()
      await page.getByText('What this integration sends waits').waitFor()
      await submit(creator, form, { name01: 'Zoë' })
      await page.getByRole('link', { name: 'See the mail of this server' }).click()
      await page.getByText('There is no mail server', { exact: true }).waitFor()
      await shown('Waiting')
      const zoe = page.getByRole('button', { name: `${form.title} Zoë` })
      await zoe.waitFor()
      await right('waiting')
      await zoe.click()
      await dialog.getByText('Zoë', { exact: false }).last().waitFor()
      await right('a mail')

      const unserve = office.serve()
      cleanup(unserve)
      office.refuse = () => ({ code: 550, message: 'no such mailbox' })
      await dialog.getByRole('button', { name: 'Send now' }).click()
      await dialog.getByText(/no such mailbox/).waitFor()
      office.refuse = () => undefined
      await dialog.getByRole('button', { name: 'Send again' }).click()
      await dialog.getByText('Sent', { exact: true }).first().waitFor()
      assert.lengthOf(office.arrived, 1)
      await dialog.getByRole('button', { name: 'Close' }).click()

      unserve()
      await submit(creator, form, { name01: 'Bob' })
      await page.reload()
      await shown('Waiting')
      const bob = page.getByRole('button', { name: `${form.title} Bob` })
      await bob.click()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await right('deleting a mail')
      await page.getByRole('button', { name: 'Delete mail' }).click()
      await bob.waitFor({ state: 'detached' })

      const { creator: other } = await newForm()
      const theirs = await browser.newContext({ baseURL: other.visitor.baseUrl })
      cleanup(() => theirs.close())
      await signIn(theirs, other)
      const elsewhere = await theirs.newPage()
      await elsewhere.goto('/settings/admin/mail')
      await elsewhere.getByText('Page Not Found: /settings/admin/mail').waitFor()
      await elsewhere.goto('/settings/profile')
      await elsewhere.getByRole('link', { name: 'Profile' }).waitFor()
      assert.equal(await elsewhere.getByRole('link', { name: 'Instance' }).count(), 0)
    })
  }
})
