import type { LayoutProps } from '@formwright/kit/control'
import type { Settings } from './layout.ts'

/** The title of the page that begins here. The buttons are drawn by the page itself. */
export default function PageBreak({ block, texts, Text }: LayoutProps<Settings>) {
  const title = texts.title ?? block.settings.title
  if (title === '') return null
  return (
    <div className="fw-page-title">
      <Text path="title" value={title} as="h2" />
    </div>
  )
}
