import type { ReactNode } from 'react'
import type { Cover as CoverSetting, DrawnCover, Logo as LogoSetting } from '../../engine/document/cover.ts'
import type { FormSettings } from '../../engine/document/document.ts'
import rules from './cover.css?inline'

/** One shape after the other in the form's fill, each on those before it, over its tint. `id` is of the document's own. */
const DRAWN: Readonly<Record<DrawnCover, (id: string) => ReactNode>> = {
  arcs: () => (
    <g fillOpacity=".15">
      <circle cx="200" cy="60" r="144" />
      <circle cx="200" cy="60" r="112" />
      <circle cx="200" cy="60" r="82" />
      <circle cx="200" cy="60" r="54" />
      <circle cx="200" cy="60" r="28" />
    </g>
  ),
  steps: () => (
    <g fillOpacity=".18">
      <path d="M0 50h40v-7h40v-7h40v-7h40v-7h40v-7h40v-7h60v90H0" />
      <path d="M20 62v-7h40v-7h40v-7h40v-7h40v-7h40v-7h40v-7h40v90H20" />
      <path d="M50 62h40v-7h40v-7h40v-7h40v-7h40v-7h50v90H50" />
    </g>
  ),
  dots: () => (
    <g stroke="currentColor" strokeLinecap="round" strokeDasharray="0 10" opacity=".6">
      <path d="M0 12h300" strokeWidth="1" />
      <path d="M5 21h300" strokeWidth="2" />
      <path d="M0 30h300" strokeWidth="4" />
      <path d="M5 40h300" strokeWidth="6" />
      <path d="M0 51h300" strokeWidth="8" />
    </g>
  ),
  weave: (id) => (
    <>
      <pattern
        id={id}
        width="24"
        height="24"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
        stroke="currentColor"
      >
        <path
          d="M0 2h11M0 6h11M0 10h11M12 14h11M12 18h11M12 22h11M14 0v11M18 0v11M22 0v11M2 12v11M6 12v11M10 12v11"
          strokeWidth="2"
          opacity=".35"
        />
      </pattern>
      <path fill={`url(#${id})`} d="M0 0h300v60H0" />
    </>
  ),
  hills: () => (
    <g fillOpacity=".22">
      <circle cx="146" cy="20" r="8" />
      <path d="M0 34q40-20 80-4t80 0 70-8 70-4v50H0" />
      <path d="M0 50q50-24 100-10t100-4 100-8v40H0" />
      <path d="M0 46q40 12 90 6t100-6 110 2v20H0" />
    </g>
  ),
  blocks: (id) => (
    <>
      <pattern id={id} width="120" height="60" patternUnits="userSpaceOnUse">
        <path opacity=".6" d="M0 0a20 20 0 0 1 20 20H0M60 40a20 20 0 0 1 20-20v20M100 60a10 10 0 0 1 0-20" />
        <path opacity=".3" d="M40 0h20v20H40M80 0h20v20M100 20h20v20h-20M0 40h20a20 20 0 0 1-20 20" />
      </pattern>
      <path fill={`url(#${id})`} d="M0 0h300v60H0" />
    </>
  ),
}

/** A drawn cover, in the colour of its text. */
export function Drawing({ cover, id }: { cover: DrawnCover; id: string }) {
  return (
    <svg viewBox="0 0 300 60" preserveAspectRatio="xMidYMid slice">
      {DRAWN[cover](id)}
    </svg>
  )
}

/** What stands over the page, as wide as the window. It says nothing that is not said below. */
export function Cover({ cover }: { cover: CoverSetting | undefined }) {
  if (!cover) return null
  return (
    <div className="cover" aria-hidden="true">
      {'drawn' in cover ? <Drawing cover={cover.drawn} id="c" /> : <img src={cover.picture.src} alt="" />}
    </div>
  )
}

/** The mark over the title, or on the edge of the cover. */
export function Logo({ logo }: { logo: LogoSetting | undefined }) {
  if (!logo) return null
  const { src, width, height } = logo.picture
  return <img className="logo" src={src} alt={logo.alt ?? ''} width={width} height={height} />
}

/** The rules for cover and logo, and where the picture's focal point is. A form without them has none. */
export function coverRules({ cover, logo }: FormSettings['appearance']): string {
  if (!cover && !logo) return ''
  const point = cover && 'picture' in cover ? `.cover img{object-position:${cover.x}% ${cover.y}%}` : ''
  return rules + point
}
