import { type GenericSchema, metadata, pipe, rawTransform, unknown } from 'valibot'
import { richTextOf } from './from_text.ts'
import { readRichText, type RichPlace, type RichText } from './tree.ts'

/**
 * A setting that is a rich text, in its normal form and with nothing but what `place` allows. A plain text is taken, too
 * (`richTextOf`): so texts were stored once, and programs may go on sending them.
 */
export function richText(place: RichPlace): GenericSchema<unknown, RichText> {
  return pipe(
    unknown(),
    rawTransform(({ dataset, addIssue, NEVER }) => {
      const { value } = dataset
      const read = readRichText(typeof value === 'string' ? richTextOf(value) : value, place)
      if ('text' in read) return read.text
      addIssue({
        message:
          read.problem === 'too-long'
            ? `A text is up to ${place.maxLength.toLocaleString('en')} characters long here. Shorten it.`
            : 'Write a text, or a rich text: a document of paragraphs, headings, lists and quotes.',
      })
      return NEVER
    }),
    metadata({ rich: place }),
  )
}

/** What a text that is read as a passage of its own may hold: a paragraph, the words of a welcome or an ending. */
export const PASSAGE: RichPlace = {
  headings: true,
  lists: true,
  quotes: true,
  links: true,
  references: true,
  maxLength: 20_000,
}

/** Lifts one setting that was a plain text once. */
export function liftToRich(name: string): (settings: Record<string, unknown>) => Record<string, unknown> {
  return (settings) => {
    const text = settings[name]
    return typeof text === 'string' ? { ...settings, [name]: richTextOf(text) } : settings
  }
}
