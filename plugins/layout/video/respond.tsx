import { useEffect, useState } from 'react'
import type { LayoutProps } from '@formwright/kit/control'
import type { Player } from './address.ts'
import type { Settings } from './layout.ts'
import './respond.css'

/** A film of the creator's in the browser's own player, or one of a service, which is asked for nothing before somebody wants it. */
export default function Video({ block, texts, t, Text }: LayoutProps<Settings>) {
  const { film, url, title, poster, captions, caption } = block.settings
  return (
    <figure className="fw-video">
      {film ? (
        <video
          src={film.src}
          poster={poster?.src}
          aria-label={title || undefined}
          controls
          playsInline
          preload="metadata"
        >
          {captions && <track kind="captions" src={captions.src} label={t('captions')} default />}
        </video>
      ) : (
        url && <Served url={url} title={title} poster={poster} t={t} />
      )}
      <Text path="caption" value={texts.caption ?? caption} as="figcaption" />
    </figure>
  )
}

/** The film of a service: a link to it, until the page's script plays it here. */
function Served({
  url,
  title,
  poster,
  t,
}: Pick<Settings, 'url' | 'title' | 'poster'> & Pick<LayoutProps<Settings>, 't'>) {
  const [player, setPlayer] = useState<Player>()
  const [plays, setPlays] = useState(false)
  useEffect(() => {
    // without it the link stays a link
    void import('./address.ts').then(
      ({ playerOf }) => setPlayer(playerOf(url)),
      () => undefined,
    )
  }, [url])
  const from = t('from', { host: URL.canParse(url) ? new URL(url).host : url })
  return (
    <>
      {plays && player ? (
        <iframe
          ref={takeFocus}
          src={player.src}
          title={title || t('video')}
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <a
          className="fw-poster"
          href={url}
          target="_blank"
          rel="noreferrer"
          onClick={(event) => {
            if (!player || event.defaultPrevented || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            setPlays(true)
          }}
        >
          {poster && <img src={poster.src} alt="" loading="lazy" />}
          <span className="fw-button">{title ? t('play.named', { title }) : t('play')}</span>
        </a>
      )}
      {/* whether a frame shows anything nobody can tell: there is another way to it */}
      <p>{plays ? <a href={url} target="_blank" rel="noreferrer" children={from} /> : from}</p>
    </>
  )
}

/** What was pressed is gone. */
const takeFocus = (frame: HTMLIFrameElement | null) => frame?.focus()
