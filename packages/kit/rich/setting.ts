import { type GenericSchema, pipe, rawTransform, unknown } from 'valibot'
import { readRichText, type RichPlace, type RichText } from './tree.ts'

/** A setting that is a rich text, in its normal form and with nothing but what `place` allows. */
export function richText(place: RichPlace): GenericSchema<unknown, RichText> {
  return pipe(
    unknown(),
    rawTransform(({ dataset, addIssue, NEVER }) => {
      const read = readRichText(dataset.value, place)
      if ('text' in read) return read.text
      addIssue({
        message:
          read.problem === 'too-long'
            ? `Use at most ${place.maxLength} characters.`
            : 'Write a rich text: a document of paragraphs, headings, lists and quotes.',
      })
      return NEVER
    }),
  )
}
