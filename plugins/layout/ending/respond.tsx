import type { LayoutProps } from '@formwright/kit/control'
import { safeUrl } from '@formwright/kit/safe_url'
import type { Settings } from './layout.ts'

export default function Ending({ block, texts, Text, Rich }: LayoutProps<Settings>) {
  const { title, text, url, buttonLabel, confetti } = block.settings
  const address = safeUrl(url)
  return (
    <div className="fw-ending" ref={confetti ? celebrate : undefined}>
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

/** Where the form was sent, not where it is made. */
const celebrate = (frame: HTMLElement | null) => {
  if (frame?.closest('#ending'))
    import('./confetti.tsx').then((confetti) => confetti.fly()).catch(() => undefined)
}
