import { AirtableStandIn, TOKEN } from '#tests/stand_ins/airtable/airtable'
import { GoogleStandIn } from '#tests/stand_ins/google/google'
import { KEY, MailchimpStandIn } from '#tests/stand_ins/mailchimp/mailchimp'
import { NotionStandIn } from '#tests/stand_ins/notion/notion'
import { SlackStandIn } from '#tests/stand_ins/slack/slack'
import { connect, connectWith } from '#tests/functional/connections/connecting'
import { Receiver } from '#tests/functional/integrations/receiver'
import type { Creator } from '#tests/functional/visitor'

/** Stand-ins of the services that integrations send to, which the server is told of when it starts. */
export interface Services {
  receiver: Receiver
  /** one that Google has */
  spreadsheet: { id: string; label: string }
  /** Connects a workspace with all of them. Answers the ids of the connections by service. */
  connectAll(creator: Creator): Promise<Record<string, string>>
}

/** Opens them, and sets what an operator sets. They end with this process. */
export async function openServices(): Promise<Services> {
  const slack = await SlackStandIn.open()
  const notion = await NotionStandIn.open()
  const google = await GoogleStandIn.open()
  const airtable = await AirtableStandIn.open()
  const mailchimp = await MailchimpStandIn.open()
  Object.assign(process.env, slack.settings, notion.settings, google.settings, {
    AIRTABLE_URL: airtable.server.url,
    MAILCHIMP_URL: mailchimp.server.url,
    OUTBOUND_ALLOW: '127.0.0.0/8',
  })
  return {
    spreadsheet: { id: google.add('Guests').id, label: 'Guests' },
    receiver: await Receiver.open(({ url, body }) => {
      if (url.endsWith('/closed')) return { status: 410 }
      return body.includes('Hedy') ? { status: 500, body: 'There is no such seat.' } : { status: 204 }
    }),
    async connectAll(creator) {
      return {
        slack: (await connect(creator, 'slack')).id,
        notion: (await connect(creator, 'notion')).id,
        google: (await connect(creator, 'google')).id,
        airtable: await connectWith(creator, 'airtable', TOKEN),
        mailchimp: await connectWith(creator, 'mailchimp', KEY),
      }
    },
  }
}
