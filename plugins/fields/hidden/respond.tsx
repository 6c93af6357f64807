import type { ControlProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'

/** Seen on the canvas alone: where its answer comes from. */
export default function Hidden({ block }: ControlProps<Settings, string, string>) {
  const { source, param, text } = block.settings
  return <code>{source === 'param' ? `?${param}=${text}` : text || '…'}</code>
}
