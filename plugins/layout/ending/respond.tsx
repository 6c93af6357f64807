import type { LayoutProps } from '@formwright/kit/control'
import { safeUrl } from '@formwright/kit/safe_url'
import type { Settings } from './layout.ts'

export default function Ending({ block, texts, Text, Rich }: LayoutProps<Settings>) {
  const { title, text, url, buttonLabel } = block.settings
  const address = safeUrl(url)
  return (
    <div className="fw-ending">
      <Text path="title" value={texts.title ?? title} as="h2" />
      <div className="fw-paragraph">
        <Rich path="text" text={text} texts={texts} />
      </div>
      {address !== undefined && (
        <a className="fw-button" href={address}>
          <Text path="buttonLabel" value={buttonLabel} />
        </a>
      )}
    </div>
  )
}
