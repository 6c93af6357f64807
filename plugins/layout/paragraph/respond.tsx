import type { LayoutProps } from '@formwright/kit/control'
import type { Settings } from './layout.ts'

/** Line breaks are kept by the stylesheet (`fw-paragraph`). */
export default function Paragraph({ block, texts, Text }: LayoutProps<Settings>) {
  return (
    <div className="fw-paragraph">
      <Text path="text" value={texts.text ?? block.settings.text} as="p" />
    </div>
  )
}
