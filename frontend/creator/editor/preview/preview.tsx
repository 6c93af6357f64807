import { Button, Group, Modal, SegmentedControl } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useEditor, useSaveState } from '../use_editor.ts'
import classes from './preview.module.css'

const WIDTHS: Record<string, string> = { phone: '390px', tablet: '820px', desktop: '100%' }

/** The real page of the draft in a frame, as wide as a phone, a tablet or a desktop. Nothing is sent from it. */
export function Preview(props: { slug: string; opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      fullScreen
      title="Preview"
      closeButtonProps={{ 'aria-label': 'Close the preview' }}
      classNames={{ body: classes.body, content: classes.content }}
    >
      {props.opened && <Framed slug={props.slug} />}
    </Modal>
  )
}

function Framed(props: { slug: string }) {
  const { store } = useEditor()
  const save = useSaveState()
  const [width, setWidth] = useState('desktop')
  const [visit, setVisit] = useState(1)
  // what the server does not take is left out of the preview; everything else is in it
  const saved = save.state === 'saved' || (save.state === 'failed' && save.rows !== undefined)
  return (
    <>
      <Group gap="sm" justify="center">
        <SegmentedControl
          aria-label="Width"
          data={[
            { value: 'phone', label: 'Phone' },
            { value: 'tablet', label: 'Tablet' },
            { value: 'desktop', label: 'Desktop' },
          ]}
          value={width}
          onChange={setWidth}
        />
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.5} />}
          onClick={() => setVisit(visit + 1)}
        >
          Start over
        </Button>
      </Group>
      {save.state === 'failed' && save.rows && (
        <p role="status">Changes that are not saved are not in this preview.</p>
      )}
      {saved ? (
        <iframe
          key={`${store.revision} ${visit}`}
          className={classes.frame}
          style={{ maxWidth: WIDTHS[width] }}
          title="Preview of the form"
          src={`/forms/${props.slug}/preview`}
        />
      ) : (
        <p role="status">
          {save.state === 'saving' && 'Saving your last changes…'}
          {save.state === 'offline' && 'A preview needs a connection.'}
          {save.state === 'failed' && `Your last changes could not be saved: ${save.message}`}
        </p>
      )}
    </>
  )
}
