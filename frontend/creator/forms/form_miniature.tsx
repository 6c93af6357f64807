import type { FormLook } from '../../../api_types/forms.ts'
import { fixedScheme, lookColours } from '../../respondent/theme.ts'
import classes from './form_miniature.module.css'

/**
 * A form's look, 28 by 36 px: its accent as the button, its theme as the shape of an input, its own background. Says
 * nothing by itself.
 */
export function FormMiniature(props: { look: FormLook }) {
  const { look } = props
  const scheme = look.ground === undefined ? undefined : fixedScheme(look)
  const own = scheme && lookColours(look, scheme)
  return (
    <svg
      className={classes.paper}
      width={28}
      height={36}
      viewBox="0 0 28 36"
      aria-hidden
      data-theme={look.theme}
      style={
        own && {
          '--fw-ground': own.ground,
          '--fw-ink': own.ink,
          '--fw-muted': own.muted,
          '--fw-faint': own.faint,
        }
      }
    >
      <rect className={classes.ground} x={0.5} y={0.5} width={27} height={35} rx={3.5} />
      <rect className={classes.title} x={5} y={6} width={12} height={2} rx={1} />
      <rect className={classes.label} x={5} y={11} width={9} height={1.5} rx={0.75} />
      <rect className={classes.input} x={5.5} y={14.5} width={17} height={4} rx={1} />
      <rect className={classes.label} x={5} y={22} width={9} height={1.5} rx={0.75} />
      <rect
        x={5}
        y={26}
        width={9}
        height={5}
        rx={1.25}
        fill={own ? (own.button ?? own.fill) : (look.button ?? look.accent)}
      />
    </svg>
  )
}
