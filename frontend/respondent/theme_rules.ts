import type { FormSettings } from '../../engine/document/document.ts'
import notion from './themes/notion.css?inline'
import simple from './themes/simple.css?inline'

/** What a theme changes of page.css. Only the rules of the version's own theme travel, in its <style>. */
export const themeRules: Readonly<Record<FormSettings['appearance']['theme'], string>> = {
  default: '',
  simple,
  notion,
}
