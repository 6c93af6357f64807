import type { FormSettings } from '../../engine/document/document.ts'
import notion from './themes/notion.css?inline'
import simple from './themes/simple.css?inline'

type Appearance = FormSettings['appearance']
/** Of a text, in px. */
type SizeAndLine = readonly [size: number, line: number]

interface Sizes {
  text: SizeAndLine
  small: SizeAndLine
  /** of the description under the title */
  lead: SizeAndLine
  title: SizeAndLine
  /** on phones */
  narrowTitle: SizeAndLine
  heading: SizeAndLine
  /** px, as all that follow: heights of an input and of a choice */
  control: number
  choice: number
  pad: number
  /** between questions */
  gap: number
  column: number
}

const SIZES: Readonly<Record<Appearance['size'], Sizes>> = {
  sm: {
    text: [15, 22],
    small: [13, 18],
    lead: [16, 24],
    title: [28, 34],
    narrowTitle: [26, 32],
    heading: [19, 26],
    control: 40,
    choice: 44,
    pad: 12,
    gap: 28,
    column: 560,
  },
  md: {
    text: [16, 24],
    small: [14, 20],
    lead: [17, 26],
    title: [34, 40],
    narrowTitle: [28, 34],
    heading: [22, 30],
    control: 46,
    choice: 48,
    pad: 14,
    gap: 36,
    column: 600,
  },
  lg: {
    text: [18, 28],
    small: [16, 24],
    lead: [19, 30],
    title: [40, 46],
    narrowTitle: [32, 38],
    heading: [26, 34],
    control: 54,
    choice: 56,
    pad: 18,
    gap: 44,
    column: 680,
  },
}
/** Corners: of inputs and buttons; of choices, files and other cards. */
const RADII: Readonly<Record<Appearance['radius'], readonly [control: string, card: string]>> = {
  none: ['0px', '0px'],
  small: ['8px', '10px'],
  full: ['calc(var(--control)/2)', '16px'],
}
const THEMES: Readonly<Record<Appearance['theme'], string>> = { default: '', simple, notion }

const SANS =
  "-apple-system,BlinkMacSystemFont,'Segoe UI Variable Text','Segoe UI',Roboto,'Noto Sans','Liberation Sans',system-ui,sans-serif"
const SERIF = "'Iowan Old Style','Palatino Linotype',Charter,Georgia,serif"
/** Of texts, and of headings: what devices have; nothing is loaded. */
const FACES: Readonly<
  Record<NonNullable<Appearance['typeface']>, readonly [texts: string, headings: string]>
> = {
  sans: [SANS, 'var(--face)'],
  serif: [SERIF, 'var(--face)'],
  'serif-headings': [SANS, SERIF],
  rounded: [`ui-rounded,'SF Pro Rounded',${SANS}`, 'var(--face)'],
  mono: ["ui-monospace,'SF Mono','Cascadia Mono',Menlo,Consolas,'Liberation Mono',monospace", 'var(--face)'],
}

/** Letters that are joined are not to be moved apart. */
const UPPERCASE =
  '.label{font-size:.8125em;text-transform:uppercase}.label:not(:dir(rtl)){letter-spacing:.06em}'

/** What a look says to page.css. Only the rules of the version's own look travel, in its <style>. */
export function lookRules({ theme, size, radius, typeface = 'sans', uppercase }: Appearance): string {
  const { text, small, lead, title, narrowTitle, heading, gap, ...px } = SIZES[size]
  const [corner, card] = RADII[radius]
  const [face, heads] = FACES[typeface]
  const fonts = Object.entries({ text, small, lead, title, heading }).map(
    ([name, font]) => `--${name}:${sizeAndLine(font)};`,
  )
  const lengths = Object.entries({ gap, ...px }).map(([name, length]) => `--${name}:${length}px;`)
  return (
    `:root{${fonts.join('')}${lengths.join('')}--radius:${corner};--card:${card};--face:${face};--heads:${heads}}` +
    `@media (max-width:480px){:root{--title:${sizeAndLine(narrowTitle)};--gap:${gap - 4}px}}` +
    THEMES[theme] +
    (uppercase ? UPPERCASE : '')
  )
}

/** As `font` takes it; by the size that the person chose in the browser. */
function sizeAndLine([size, line]: SizeAndLine): string {
  return `${size / 16}rem/${Math.round((line / size) * 1e4) / 1e4}`
}
