const TAG = /<(\/?)(b|i|a)((?: href="https?:\/\/[^"<>]+")?)>/g
const ENTITIES = /&(lt|gt|amp|quot);/g

/** What is wrong with a message to a chat, or with a change of one; undefined when nothing is. */
export function messageFault(method: string, message: unknown): string | undefined {
  const { chat_id: chat, text, parse_mode: mode, link_preview_options: preview, ...others } = Object(message)
  const known = method === 'sendMessage' ? ['disable_notification'] : ['message_id']
  if (Object.keys(others).some((name) => !known.includes(name))) return 'unknown members'
  if (!/^(@\w{4,32}|-?\d{1,20})$/.test(String(chat))) return 'chat_id'
  if (mode !== 'HTML') return 'parse_mode'
  if (JSON.stringify(preview) !== '{"is_disabled":true}') return 'link_preview_options'
  if (method === 'editMessageText' && !Number.isInteger(others.message_id)) return 'message_id'
  return typeof text === 'string' ? textFault(text) : 'text'
}

function textFault(html: string): string | undefined {
  const open: string[] = []
  for (const [, closing, name = '', address] of html.matchAll(TAG)) {
    if ((name === 'a') !== (address !== '') && closing === '') return 'a link without an address'
    if (closing === '') open.push(name)
    else if (open.pop() !== name) return `an end of <${name}> that was not begun`
  }
  if (open.length > 0) return `no end of <${open.join()}>`
  const text = html.replace(TAG, '')
  if (/[<>]/.test(text) || /&/.test(text.replace(ENTITIES, ''))) return 'markup that is not escaped'
  const shown = text.replace(ENTITIES, 'x').trim()
  return shown.length < 1 || shown.length > 4_096 ? `a text of ${shown.length}` : undefined
}
