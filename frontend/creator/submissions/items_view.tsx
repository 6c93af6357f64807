import { Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ShownItems } from '../../../api_types/submissions.ts'
import { AnswerView, type FileUrl } from './answer_view.tsx'
import { itemsText } from './cell_text.ts'
import classes from './items_view.module.css'

/** So many items are there at once, and so many more each time: a thousand would take long to draw. */
const AT_ONCE = 20
const MORE = 100

/** The items of a section that repeats, each with its title and its answers. */
export function ItemsView(props: {
  fileUrl: FileUrl
  given: ShownItems
  /** addresses of questions that could not be asked */
  excused: readonly string[]
}) {
  const { given } = props
  const { items, fields } = given
  const [shown, setShown] = useState(AT_ONCE)
  const list = useRef<HTMLOListElement>(null)
  const before = useRef(AT_ONCE)
  useEffect(() => {
    // who asked for more reads on where it begins
    if (shown === before.current) return
    list.current?.children[before.current]?.querySelector<HTMLElement>('h3')?.focus()
    before.current = shown
  }, [shown])
  useEffect(() => {
    // what is printed is all of it: the browser takes the page as it is when the event is over
    const showAll = () => flushSync(() => setShown(items.length))
    window.addEventListener('beforeprint', showAll)
    return () => window.removeEventListener('beforeprint', showAll)
  }, [items.length])
  if (items.length === 0) return <Text c="dimmed">No items</Text>
  const left = items.length - shown
  return (
    <>
      <Text size="sm" c="dimmed" className="fw-numbers">
        {itemsText(items.length)}
      </Text>
      <ol ref={list} className={classes.items} aria-label={given.label}>
        {items.slice(0, shown).map(({ id, title, labels, answers }) => (
          <li key={id}>
            <h3 tabIndex={-1} dir="auto">
              {title}
            </h3>
            <dl>
              {fields.map(({ block, kind, settings }, index) => (
                <div key={block} dir="auto">
                  <dt>{labels[index]}</dt>
                  <dd dir="auto">
                    <AnswerView
                      fileUrl={props.fileUrl}
                      kind={kind}
                      settings={settings}
                      answer={answers[index] ?? null}
                      excused={props.excused.includes(`${given.block}.${id}.${block}`)}
                    />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
      {left > 0 && (
        <Button variant="default" size="compact-md" onClick={() => setShown(shown + MORE)}>
          {left > MORE ? `Show ${MORE} more of ${left.toLocaleString()}` : `Show ${left} more`}
        </Button>
      )}
    </>
  )
}
