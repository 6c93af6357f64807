import type { FormSettings } from '../../engine/document/document.ts'
import notion from './themes/notion.css?inline'
import simple from './themes/simple.css?inline'

type Appearance = FormSettings['appearance']

const THEMES: Readonly<Record<Appearance['theme'], string>> = { default: '', simple, notion }
const SIZES: Readonly<Record<Appearance['size'], string>> = {
  sm: ':root{--text:0.9375rem;--small:0.8125rem;--control:36px;--pad:10px}',
  md: '',
  lg: ':root{--text:1.125rem;--small:1rem;--control:50px;--pad:14px}',
}
const RADII: Readonly<Record<Appearance['radius'], string>> = {
  none: ':root{--radius:0px}',
  small: ':root{--radius:8px}',
  full: ':root{--radius:calc(var(--control) / 2);--pad:18px}',
}

/** What a look changes of page.css. Only the rules of the version's own look travel, in its <style>. */
export function lookRules({ theme, size, radius }: Appearance): string {
  return SIZES[size] + RADII[radius] + THEMES[theme]
}
