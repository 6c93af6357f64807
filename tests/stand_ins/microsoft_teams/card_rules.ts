const CARD = 'application/vnd.microsoft.card.adaptive'
/** What Teams adds was measured as 18 %. */
const WRAPPING = 1.2
const MOST_WRAPPED = 28_672
/** Somebody measured 21 kB: we stay below. */
const MOST = 20_000

/** What is wrong with what is sent to a workflow, in a few words; undefined when nothing is. */
export function cardFault(body: string): string | undefined {
  const bytes = Buffer.byteLength(body)
  if (bytes > MOST || bytes * WRAPPING > MOST_WRAPPED) return `too large: ${bytes}`
  const { type, attachments, ...others } = Object(JSON.parse(body))
  if (type !== 'message' || Object.keys(others).length > 0) return 'not a message'
  if (!Array.isArray(attachments) || attachments.length !== 1) return 'attachments'
  const { contentType, contentUrl, content, ...more } = Object(attachments[0])
  if (contentType !== CARD || contentUrl !== null || Object.keys(more).length > 0) return 'attachment'
  const { type: kind, version, body: blocks, actions = [], ...rest } = Object(content)
  if (kind !== 'AdaptiveCard' || Object.keys(rest).length > 0) return 'card'
  if (version !== '1.4') return 'version'
  if (!Array.isArray(blocks) || blocks.length === 0 || !blocks.every(isBlock)) return 'block'
  if (!Array.isArray(actions) || actions.length > 6 || !actions.every(isAction)) return 'action'
  return undefined
}

function isBlock(block: unknown): boolean {
  const { type, spacing = 'None', inlines, ...others } = Object(block)
  if (type !== 'RichTextBlock' || spacing !== 'None' || Object.keys(others).length > 0) return false
  return Array.isArray(inlines) && inlines.length > 0 && inlines.every(isRun)
}

function isRun(run: unknown): boolean {
  const { type, text, weight = 'Default', size = 'Default', ...others } = Object(run)
  if (type !== 'TextRun' || Object.keys(others).length > 0 || typeof text !== 'string') return false
  if (!['Default', 'Bolder'].includes(weight) || !['Default', 'Large'].includes(size)) return false
  return text !== '' && text.isWellFormed() && !/[^\P{Cc}\t]/u.test(text)
}

function isAction(action: unknown): boolean {
  const { type, title, url, ...others } = Object(action)
  if (type !== 'Action.OpenUrl' || typeof title !== 'string' || title === '') return false
  return Object.keys(others).length === 0 && /^https?:/.test(url) && URL.canParse(url)
}
