import { test } from '@japa/runner'
import { sendAccountMails } from '#app/accounts/account_mails'
import { startJobs, stopJobs } from '#app/jobs/jobs'
import env from '#start/env'
import { faultsOf, hasFocus, keyboardFaults } from '#tests/browser/shell/screen'
import { until } from '#tests/functional/integrations/factories'
import { PostOffice } from '#tests/functional/mail/post_office'
import { newCreator, Visitor } from '#tests/functional/visitor'

test.group('A forgotten password in the browser', () => {
  for (const width of [1280, 390]) {
    test(`a link is asked for, comes by mail, and gives another password, by keyboard: ${width} px`, async ({
      assert,
      browser,
      cleanup,
    }) => {
      const office = await PostOffice.open()
      const origin = env.get('APP_URL')
      const { visitor, email } = await newCreator()
      await startJobs([sendAccountMails])
      const context = await browser.newContext({
        baseURL: visitor.baseUrl,
        viewport: { width, height: 800 },
        extraHTTPHeaders: { 'x-forwarded-for': new Visitor().address },
      })
      cleanup(async () => {
        env.set('APP_URL', origin ?? '')
        await stopJobs()
        await context.close()
        await office.close()
      })
      const page = await context.newPage()
      const right = async (name: string) => {
        assert.deepEqual(await faultsOf(page), [], name)
        assert.deepEqual(await keyboardFaults(page), [], name)
        if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}.png` })
      }

      await page.goto('/login')
      await page.getByRole('link', { name: 'Forgot password?' }).press('Enter')
      await page.getByText('This server sends no mail. Ask whoever runs it for a link').waitFor()
      await right('no mail')

      cleanup(office.serve())
      env.set('APP_URL', visitor.baseUrl)
      await page.goto('/password/email')
      const address = page.getByLabel('Email')
      await hasFocus(page, address)
      await page.keyboard.press('Enter')
      await page.getByText('Enter your email address.').waitFor()
      await right('no address')
      await address.fill(email)
      await address.press('Enter')
      await page.getByRole('status').getByText('Look into your mail').waitFor()
      await page.getByRole('button', { name: 'Send another link' }).waitFor()
      await right('asked')

      const [{ mail }] = await until(
        async () => office.arrived,
        ({ length }) => length > 0,
      )
      const link = /http:\S+/.exec(mail.text?.split('Choose a new password: ')[1] ?? '')?.[0] ?? ''
      await page.goto(link)
      const password = page.getByLabel('New password')
      await hasFocus(page, password)
      await page.keyboard.type('short')
      await page.keyboard.press('Enter')
      await page.getByText('Use at least 8 characters.').waitFor()
      await right('choosing')
      await password.fill('quite another sentence')
      await password.press('Enter')
      await page.getByRole('status').getByText('Your password is changed').waitFor()
      await right('changed')
      await page.getByRole('link', { name: 'Sign in with the new password' }).press('Enter')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill('quite another sentence')
      await page.getByRole('button', { name: 'Sign in' }).press('Enter')
      await page.waitForURL('**/home')

      // whoever is signed in may follow a link, too
      await page.goto(link)
      await page.getByLabel('New password').fill('yet another sentence')
      await page.getByRole('button', { name: 'Change password' }).press('Enter')
      await page.getByRole('alert').getByText('This link was used or has expired.').waitFor()
      await right('no longer good')
    })
  }
})
