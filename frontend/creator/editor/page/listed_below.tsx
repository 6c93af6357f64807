import classes from './page.module.css'
import { PageText } from './page_text.tsx'

/** Texts of items that the control above has no place to write them in, under the name that their list has. */
export function ListedBelow(props: { name: string; items: unknown; list: string; text: string }) {
  const { name, items, list, text } = props
  if (!Array.isArray(items)) return null
  return (
    <ul className={classes.listedBelow} data-listed-below aria-label={name}>
      {items.map((item: unknown) => {
        const { id, [text]: said }: { [name: string]: unknown } = Object(item)
        if (typeof id !== 'string') return null
        return (
          <li key={id}>
            <PageText path={`${list}.${id}.${text}`} value={typeof said === 'string' ? said : ''} />
          </li>
        )
      })}
    </ul>
  )
}
