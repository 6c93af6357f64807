import * as v from 'valibot'

/** What a message says above the answers, with answers in it, and whether all follow: settings of kinds that post messages. */
export const messageSettings = {
  text: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(3_000, 'The message can have 3,000 characters.'),
      v.title('Message'),
      v.description('Stands above the answers. Insert answers where they belong.'),
      v.metadata({ control: 'template' }),
    ),
    '',
  ),
  /** all answers below the message */
  answers: v.optional(v.boolean(), true),
}
