import classes from './palette.module.css'

/** The icon of a kind, in the colour of the text around it. */
export function KindIcon(props: { icon: string | undefined }) {
  if (props.icon === undefined) return <span className={classes.icon} aria-hidden />
  const image = `url("${props.icon}")`
  return (
    <span
      className={classes.icon}
      style={{ maskImage: image, WebkitMaskImage: image }}
      data-icon
      aria-hidden
    />
  )
}
