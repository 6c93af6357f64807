import type { LayoutProps } from '@formwright/kit/control'
import type { Settings } from './layout.ts'
import './respond.css'

export default function Audio({ block, texts, t, Text }: LayoutProps<Settings>) {
  const { sound, title, caption, transcript } = block.settings
  return (
    <figure className="fw-audio">
      {sound && <audio src={sound.src} aria-label={title || undefined} controls preload="metadata" />}
      <Text path="caption" value={texts.caption ?? caption} as="figcaption" />
      {transcript && (
        <details>
          <summary>{t('transcript')}</summary>
          <p className="text">{transcript}</p>
        </details>
      )}
    </figure>
  )
}
