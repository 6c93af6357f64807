import type { LayoutProps } from '@formwright/kit/control'
import type { Settings } from './layout.ts'

/** The title of the section. Its blocks, and the items of one that repeats, are drawn by the page itself. */
export default function Section({ block, texts, Text }: LayoutProps<Settings>) {
  const title = texts.title ?? block.settings.title
  if (title === '') return null
  return (
    <div className="fw-heading">
      <Text path="title" value={title} as="h2" />
    </div>
  )
}
