import type { LayoutProps } from '@formwright/kit/control'
import type { Settings } from './layout.ts'
import './respond.css'

export default function Image({ block, first, texts, Text }: LayoutProps<Settings>) {
  const { picture, alt, caption, link } = block.settings
  const image = picture && (
    <img
      loading={first ? undefined : 'lazy'}
      src={picture.src}
      alt={alt}
      width={picture.width}
      height={picture.height}
    />
  )
  return (
    <figure className="fw-image">
      {image && link ? (
        // a picture that says nothing leaves its link without a name
        <a href={link} target="_blank" rel="noreferrer" aria-label={alt || link}>
          {image}
        </a>
      ) : (
        image
      )}
      <Text path="caption" value={texts.caption ?? caption} as="figcaption" />
    </figure>
  )
}
