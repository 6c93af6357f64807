import { useComputedColorScheme } from '@mantine/core'
import { useInsertionEffect } from 'react'
import type { FormSettings } from '../../../engine/document/document.ts'
import { coverRules } from '../../respondent/cover.tsx'
import controlsCss from '../../respondent/controls.css?inline'
import { endingRules } from '../../respondent/ending_rules.ts'
import pageCss from '../../respondent/page.css?inline'
import { fixedScheme, themeStyle } from '../../respondent/theme.ts'
import { lookRules } from '../../respondent/theme_rules.ts'

/**
 * Gives the paper the look of the public page: its very style sheets, scoped to the paper and not reaching into the
 * editor's own tools on it. The page follows the device's colour scheme; the paper follows the app's.
 */
export function usePaperStyle(appearance: FormSettings['appearance']): void {
  const scheme = useComputedColorScheme('light')
  const rules = pageRules(appearance, scheme)
  // before the paper is painted for the first time
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [rules])
}

/** Whether the paper is of another colour than the app would have it. */
export function useOwnGround(appearance: FormSettings['appearance']): boolean {
  const scheme = useComputedColorScheme('light')
  return appearance.ground !== undefined || (fixedScheme(appearance) ?? scheme) !== scheme
}

/** The public page's rules in this look, for what bears the class of the paper. */
export function pageRules(appearance: FormSettings['appearance'], scheme: 'light' | 'dark'): string {
  const css =
    pageCss +
    controlsCss +
    themeStyle(appearance) +
    lookRules(appearance) +
    coverRules(appearance) +
    endingRules(appearance)
  return `@scope (.fw-paper) to ([data-tool]) {${scoped(css, scheme)}}`
}

/** The page's rules with the paper in the place of the document. */
function scoped(css: string, scheme: 'light' | 'dark'): string {
  return css
    .replace(
      /@media screen and \(prefers-color-scheme:\s*dark\)/g,
      `@media ${scheme === 'light' ? 'not ' : ''}all`,
    )
    .replace(/(^|[\s,{}])(?::root|body|html)(?=[\s,{.[:])/g, '$1:scope')
}
