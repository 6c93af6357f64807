import { useState } from 'react'
import type { LayoutProps } from '@formwright/kit/control'
import type { Settings } from './layout.ts'
import './respond.css'

/** A page of somebody else's in a frame that may neither leave it nor lead the form elsewhere. */
export default function Embed({ block, t }: LayoutProps<Settings>) {
  const { url, title, height, atOnce } = block.settings
  const [open, setOpen] = useState(false)
  // Safari knows `URL.parse` only since version 18
  const host = URL.canParse(url) && new URL(url).host
  if (!host) return <div className="fw-embed" />
  const from = t('from', { host })
  const shown = open || atOnce
  return (
    <figure className="fw-embed">
      {shown ? (
        <iframe
          ref={atOnce ? undefined : takeFocus}
          src={url}
          title={title || host}
          height={height}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
          allow="fullscreen"
          referrerPolicy="strict-origin-when-cross-origin"
          loading="lazy"
        />
      ) : (
        <a
          className="fw-poster"
          href={url}
          target="_blank"
          rel="noreferrer"
          onClick={(event) => {
            if (event.defaultPrevented || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            setOpen(true)
          }}
        >
          {/* as high as what comes in its place */}
          <svg width="1" height={height - 2} aria-hidden="true" />
          <span className="fw-button">{title ? t('show.named', { title }) : t('show')}</span>
        </a>
      )}
      {/* whether a frame shows anything nobody can tell: there is another way to it */}
      <p>{shown ? <a href={url} target="_blank" rel="noreferrer" children={from} /> : from}</p>
    </figure>
  )
}

/** What was pressed is gone. */
const takeFocus = (frame: HTMLIFrameElement | null) => frame?.focus()
