/** A message as it is posted. */
export interface SlackMessage {
  channel?: string
  ts?: string
  thread_ts?: string
  text?: string
  blocks?: readonly unknown[]
}

/** Undocumented: all blocks together. */
const MOST_TOGETHER = 13_200

/** Slack's code for what is wrong with a message; undefined when nothing is. */
export function messageFault({ text, blocks }: SlackMessage): string | undefined {
  if (typeof text !== 'string' || text === '') return 'no_text'
  if (text.length > 40_000) return 'msg_too_long'
  if (!isEscaped(text)) return 'invalid_text'
  if (blocks === undefined) return undefined
  if (!Array.isArray(blocks) || blocks.length === 0 || blocks.length > 50) return 'invalid_blocks'
  if (!blocks.every(isBlock)) return 'invalid_blocks'
  return textsIn(blocks).join('').length > MOST_TOGETHER ? 'msg_blocks_too_long' : undefined
}

function isBlock(block: unknown): boolean {
  const { type, text, fields, elements, block_id: id, ...others } = Object(block)
  if (Object.keys(others).length > 0 || (id !== undefined && String(id).length > 255)) return false
  if (type === 'divider') return text === undefined && fields === undefined && elements === undefined
  if (type === 'header') return isText(text, 150, ['plain_text']) && fields === undefined
  if (type === 'context')
    return (
      Array.isArray(elements) &&
      elements.length >= 1 &&
      elements.length <= 10 &&
      elements.every((one) => isText(one, 3_000))
    )
  if (type !== 'section') return false
  const some = text !== undefined || fields !== undefined
  const hasText = text === undefined || isText(text, 3_000)
  const hasFields =
    fields === undefined ||
    (Array.isArray(fields) &&
      fields.length >= 1 &&
      fields.length <= 10 &&
      fields.every((one) => isText(one, 2_000)))
  return some && hasText && hasFields
}

function isText(value: unknown, most: number, types = ['plain_text', 'mrkdwn']): boolean {
  const { type, text, emoji, verbatim, ...others } = Object(value)
  if (Object.keys(others).length > 0 || !types.includes(type) || typeof text !== 'string') return false
  if (emoji !== undefined && typeof emoji !== 'boolean') return false
  if (verbatim !== undefined && typeof verbatim !== 'boolean') return false
  return text.length >= 1 && text.length <= most && (type === 'plain_text' || isEscaped(text))
}

/** Stricter than Slack: no `&` but of its three entities, no `<…>` but links to the web. */
function isEscaped(text: string): boolean {
  const rest = text.replace(/<https?:\/\/[^<>|\s]+(\|[^<>|\n]+)?>/g, '')
  return (
    !/[<>]/.test(rest) && !/&(?!(amp|lt|gt);)/.test(rest) && !/[\ud800-\udbff](?![\udc00-\udfff])/.test(text)
  )
}

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'text' && typeof one === 'string' ? [one] : textsIn(one),
  )
}
