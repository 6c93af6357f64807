import { array, literal, object, optional, picklist, safeParse, string, union } from 'valibot'

const LOOKS = ['title', 'strong', 'emphasis', 'link', 'note'] as const

const PREVIEW = optional(
  union([
    object({ format: picklist(['text', 'code']), text: string() }),
    object({
      format: literal('message'),
      runs: array(object({ text: string(), look: optional(picklist(LOOKS)) })),
    }),
  ]),
)

/** What is wrong with what `preview` answered, in sentences for its author; it need not be there. */
export function previewComplaints(shown: unknown): string[] {
  if (safeParse(PREVIEW, shown).success) return []
  const looks = LOOKS.map((look) => `"${look}"`).join(', ')
  return [
    `preview() must answer { format: "text" or "code", text }, or { format: "message", runs: [{ text, look }] } with a look of ${looks} or none.`,
  ]
}
