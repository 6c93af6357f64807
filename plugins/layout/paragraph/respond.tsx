import type { LayoutProps } from '@formwright/kit/control'
import type { Settings } from './layout.ts'

/** Text between the questions; the stylesheet of the page draws what is in it (`fw-rich`). */
export default function Paragraph({ block, texts, Rich }: LayoutProps<Settings>) {
  return (
    <div className="fw-paragraph">
      <Rich path="text" text={block.settings.text} texts={texts} />
    </div>
  )
}
