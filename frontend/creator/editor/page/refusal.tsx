import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEditor } from '../use_editor.ts'
import classes from './page.module.css'

/** The server does not take this block as it is here: why, and the way back to what it holds. */
export function Refusal(props: { id: string; reason: string }) {
  const { store } = useEditor()
  return (
    <section className={classes.refusal} data-tool aria-label="Not saved">
      <p className={classes.refusalReason}>
        <IconAlertCircle size={16} stroke={1.5} aria-hidden />
        <span>
          <strong>This block is not saved.</strong> {props.reason} Change it to try again.
        </span>
      </p>
      <Button size="xs" variant="default" onClick={() => store.drop(props.id)}>
        Discard this change
      </Button>
    </section>
  )
}
