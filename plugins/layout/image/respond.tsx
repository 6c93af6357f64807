import type { LayoutProps } from '@formwright/kit/control'
import type { Settings } from './layout.ts'
import './respond.css'

export default function Image({ block, first, texts, Text }: LayoutProps<Settings>) {
  const { picture, alt, caption } = block.settings
  return (
    <figure className="fw-image">
      {picture && (
        <img
          loading={first ? undefined : 'lazy'}
          src={picture.src}
          alt={alt}
          width={picture.width}
          height={picture.height}
        />
      )}
      <Text path="caption" value={texts.caption ?? caption} as="figcaption" />
    </figure>
  )
}
