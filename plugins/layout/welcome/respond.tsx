import type { LayoutProps } from '@formwright/kit/control'
import type { Settings } from './layout.ts'
import './respond.css'

/** What a form begins with. The button that leads on is drawn by the page itself. */
export default function Welcome({ block, first, texts, Text, Rich }: LayoutProps<Settings>) {
  const { picture, alt, title, text } = block.settings
  return (
    <div className="fw-welcome brief">
      {picture && (
        <img
          loading={first ? undefined : 'lazy'}
          src={picture.src}
          alt={alt}
          width={picture.width}
          height={picture.height}
        />
      )}
      <Text path="title" value={texts.title ?? title} as="h2" />
      <div className="fw-paragraph">
        <Rich path="text" text={text} texts={texts} />
      </div>
    </div>
  )
}
