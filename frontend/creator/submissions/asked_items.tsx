import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type Asked,
  type AskedItem,
  type AskedSection,
  idsOf,
  type ItemLists,
  itemsOf,
  newItemId,
  type NotAsked,
} from './asked.ts'
import classes from './edit_answers.module.css'

/** The items of a section that repeats, to be added to and taken from within its bounds. */
export function AskedItems(props: {
  section: AskedSection
  lists: ItemLists
  /** what is wrong with how many there are */
  problems: readonly string[]
  /** draws a question */
  draw: (asked: Asked | NotAsked) => ReactNode
  change: (ids: readonly string[]) => void
}) {
  const { section, lists, problems } = props
  const { block, label, least } = section.given
  const ids = idsOf(section, lists)
  const here = useRef<HTMLDivElement>(null)
  /** what has the focus once it is drawn: the heading of an item, or the button that adds one */
  const [next, setNext] = useState<string>()
  useEffect(() => {
    if (next === undefined) return
    here.current?.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus()
    setNext(undefined)
  }, [next])
  const add = () => {
    const id = newItemId()
    props.change([...ids, id])
    setNext(id)
  }
  const remove = (id: string) => {
    const at = ids.indexOf(id)
    const left = ids.filter((one) => one !== id)
    props.change(left)
    setNext(left[at] ?? left.at(-1) ?? 'add')
  }
  return (
    <div ref={here} role="group" aria-labelledby={`edit-${block}-title`} className={classes.section}>
      <Text component="h3" fw={600} fz="lg" id={`edit-${block}-title`} dir="auto">
        {label}
      </Text>
      {itemsOf(section, lists).map((item) => (
        <ItemCard
          key={item.id}
          item={item}
          titleId={`edit-${block}-${item.id}`}
          onRemove={ids.length > least ? () => remove(item.id) : undefined}
        >
          {item.asked.map(props.draw)}
        </ItemCard>
      ))}
      <AddOne section={section} count={ids.length} problems={problems} onAdd={add} />
    </div>
  )
}

function ItemCard(props: {
  item: AskedItem
  titleId: string
  onRemove: (() => void) | undefined
  children: ReactNode
}) {
  const { item, titleId } = props
  return (
    <div role="group" aria-labelledby={titleId} className={classes.item}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text
          component="h4"
          fw={600}
          id={titleId}
          data-place={item.id}
          tabIndex={-1}
          dir="auto"
          className={classes.title}
        >
          {item.title}
        </Text>
        {props.onRemove && (
          <Button
            variant="default"
            size="compact-md"
            aria-label={`Remove ${item.title}`}
            onClick={props.onRemove}
          >
            Remove
          </Button>
        )}
      </Group>
      {props.children}
    </div>
  )
}

/** The button that adds an item, as long as there may be one more, and what is wrong with how many there are. */
function AddOne(props: {
  section: AskedSection
  count: number
  problems: readonly string[]
  onAdd: () => void
}) {
  const { problems } = props
  const { block, label, most } = props.section.given
  const wrong = problems.length > 0
  return (
    <div className={wrong ? 'wrong' : undefined}>
      {props.count < most ? (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} />}
          aria-label={`Add another: ${label}`}
          aria-describedby={wrong ? `edit-${block}-wrong` : undefined}
          data-place="add"
          onClick={props.onAdd}
        >
          Add another
        </Button>
      ) : (
        <Text size="sm" c="dimmed" tabIndex={-1} data-place="add">
          No more than {most.toLocaleString()} can be added.
        </Text>
      )}
      <div className="messages" id={`edit-${block}-wrong`}>
        {problems.map((words) => (
          <p className="message" key={words}>
            {words}
          </p>
        ))}
      </div>
    </div>
  )
}
