import { test } from '@japa/runner'
import type { IntegrationChoices } from '#api_types/integrations'
import { connectWith, setOperatorSettings } from '#tests/functional/connections/connecting'
import {
  addIntegration,
  deliveryOf,
  logOf,
  published,
  startDeliveries,
  submit,
  until,
} from '#tests/functional/integrations/factories'
import { Receiver } from '#tests/functional/integrations/receiver'
import { TelegramStandIn, TOKEN } from '#tests/stand_ins/telegram/telegram'

const SEND = `/bot${TOKEN}/sendMessage`

test.group('Messages in Telegram', () => {
  test('too many are sent again when Telegram says; a group that became another chat is followed', async ({
    assert,
    cleanup,
  }) => {
    const telegram = await TelegramStandIn.open()
    cleanup(() => telegram.server.close())
    cleanup(setOperatorSettings({ TELEGRAM_URL: telegram.server.url }))
    telegram.met = [{ id: -77, type: 'group', title: 'Team' }]
    const { creator, form } = await published()
    const connection_id = await connectWith(creator, 'telegram', TOKEN)
    const found = async () => {
      const asked = { kind: 'telegram', connection_id, name: 'chat', settings: {}, search: '' }
      const path = `/api/forms/${form.id}/integration-choices`
      return (await creator.visitor.post<{ data: IntegrationChoices }>(path, asked)).body.data
    }
    for (const rival of ['webhook', 'poller'] as const) {
      telegram.rival = rival
      assert.match(JSON.stringify(await found()), /Another program/)
    }
    telegram.rival = undefined
    const chat = { id: '-77', label: 'Team' }
    assert.deepInclude(await found(), { choices: [{ ...chat, hint: 'group' }] })

    const made = await addIntegration(creator, form, 'telegram', { chat }, { connection_id })
    telegram.tooMany = 1
    const background = startDeliveries()
    try {
      for (const name01 of ['Ada', 'Bob']) await submit(creator, form, { name01 })
      const log = await until(
        () => logOf(creator, form, made),
        (all) => all.length === 2 && all.every(({ status }) => status === 'delivered'),
      )
      assert.deepEqual(
        log.map(({ attempts }) => attempts),
        [1, 2],
      )
      const [first, second] = telegram.server.to(SEND)
      assert.isAtLeast((second?.at ?? 0) - (first?.at ?? 0), 1_000, 'it waits as long as it is told')
      const next = telegram.upgrade(-77)
      for (const name01 of ['Cem', 'Dan']) await submit(creator, form, { name01 })
      await until(
        async () => telegram.messages,
        (messages) => messages.length === 4,
      )
      assert.deepEqual(
        telegram.messages.map(({ chat: to }) => to),
        ['-77', '-77', String(next), String(next)],
      )
      // where it went is remembered
      const sent = telegram.server.to(SEND)
      assert.lengthOf(
        sent.filter(({ body }) => JSON.parse(body).chat_id === '-77'),
        4,
      )
    } finally {
      await background.stop()
    }
  })
})

test.group('Cards in Microsoft Teams', () => {
  test('the log says that they were accepted, and where to look', async ({ assert, cleanup }) => {
    const workflow = await Receiver.open(() => ({ status: 202 }))
    cleanup(() => workflow.close())
    const background = startDeliveries()
    cleanup(() => background.stop())
    const { creator, form } = await published()
    const made = await addIntegration(creator, form, 'microsoft-teams', { address: workflow.url })
    await submit(creator, form, { name01: 'Ada' })
    const [row] = await until(
      () => logOf(creator, form, made),
      ([one]) => one?.status === 'delivered',
    )
    assert.match(row?.reason ?? '', /^Teams accepted the card\. .*run history/)
    const { log } = await deliveryOf(creator, form, made, row?.id ?? '')
    assert.equal(log[0]?.reason, row?.reason)
  })
})
