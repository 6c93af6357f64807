import { useComputedColorScheme } from '@mantine/core'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { FormSettings } from '../../../../../engine/document/document.ts'
import { pageRules } from '../../../plugins/paper_style.ts'
import { Property } from '../property.tsx'
import classes from './theme_setting.module.css'

type Appearance = FormSettings['appearance']

const THEMES = [
  { value: 'default', label: 'Outlined' },
  { value: 'simple', label: 'Simple' },
  { value: 'notion', label: 'Tight' },
] as const

/** The theme, chosen by what it looks like with the form's own accent, size and corners. */
export function ThemeSetting(props: { look: Appearance; onChange: (theme: Appearance['theme']) => void }) {
  const { look, onChange } = props
  const name = useId()
  return (
    <Property label="Theme" setting="appearance.theme" wide>
      {(id) => (
        <div role="radiogroup" aria-labelledby={id} className={classes.themes}>
          {THEMES.map(({ value, label }) => (
            <label key={value} className={classes.theme}>
              <input
                type="radio"
                name={name}
                checked={look.theme === value}
                onChange={() => onChange(value)}
              />
              <Miniature look={{ ...look, theme: value }} />
              {label}
            </label>
          ))}
        </div>
      )}
    </Property>
  )
}

/** A few lines of a form as respondents see them: by the page's own style sheet, in a document of its own. */
function Miniature({ look }: { look: Appearance }) {
  const scheme = useComputedColorScheme('light')
  const host = useRef<HTMLSpanElement>(null)
  const [root, setRoot] = useState<ShadowRoot>()
  const { theme } = look
  const css = useMemo(
    () => pageRules({ ...look, logo: undefined, cover: undefined }, scheme) + SMALL,
    [look, scheme],
  )
  useLayoutEffect(() => {
    const shadow = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' })
    if (!shadow) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    shadow.adoptedStyleSheets = [sheet]
    setRoot(shadow)
  }, [css])
  return (
    <span ref={host} className={classes.miniature} aria-hidden inert>
      {root && createPortal(<Sample theme={theme} />, root)}
    </span>
  )
}

/** The page is drawn three times as wide, and made small as a whole. */
const SMALL =
  '.fw-paper{box-sizing:border-box;width:264px;height:192px;padding:20px 24px;transform:scale(0.33334);transform-origin:0 0}'

function Sample({ theme }: { theme: Appearance['theme'] }) {
  return (
    <div className={`fw-paper theme-${theme}`}>
      <div className="label">Aa</div>
      <div className="fw-input" />
      <div className="fw-choices" style={{ marginTop: 20 }}>
        {[true, false].map((chosen) => (
          <div key={String(chosen)} className="fw-choice">
            <input className="fw-tick" type="radio" checked={chosen} readOnly />
            Aa
          </div>
        ))}
      </div>
    </div>
  )
}
