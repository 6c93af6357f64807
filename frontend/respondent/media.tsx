import './media.css'
import type { ReactNode } from 'react'
import type { BlockMedia } from '../../engine/document/document.ts'

/** So many pixels high a picture is at most, that its question stays in sight. */
const TALLEST = 576

/** A question with its picture or film: side by side where there is room, else the question below. */
export function Beside(props: { media: BlockMedia; className: string; first: boolean; children: ReactNode }) {
  const { file, alt = '', place = 'end' } = props.media
  const shown = Math.min(1, TALLEST / (file.height || 1))
  return (
    <div className={`${props.className} beside ${place}`}>
      <div className="media">
        {file.type.startsWith('video/') ? (
          <video src={file.src} controls playsInline preload="metadata" aria-label={alt || undefined} />
        ) : (
          <img
            src={file.src}
            alt={alt}
            width={file.width && Math.ceil(file.width * shown)}
            height={file.height && Math.ceil(file.height * shown)}
            loading={props.first ? undefined : 'lazy'}
          />
        )}
      </div>
      {props.children}
    </div>
  )
}
