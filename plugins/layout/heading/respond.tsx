import type { LayoutProps } from '@formwright/kit/control'
import type { Settings } from './layout.ts'

export default function Heading({ block, texts, Text }: LayoutProps<Settings>) {
  const { level, text } = block.settings
  return (
    <div className="fw-heading">
      <Text path="text" value={texts.text ?? text} as={level === '3' ? 'h3' : 'h2'} />
    </div>
  )
}
