import { Group, Kbd, Modal, Stack, Text, Title } from '@mantine/core'
import { useReturnFocus } from '../../design/return_focus.ts'

const KEYS: { title: string; keys: [string, string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Search forms, pages, and actions'],
      ['?', 'Show keyboard shortcuts'],
    ],
  },
  {
    title: 'Editor',
    keys: [
      ['/', 'Add a block'],
      ['↑ ↓', 'Select the block above or below'],
      ['Shift ↑ ↓', 'Select several blocks'],
      ['Ctrl A', 'Select all blocks'],
      ['Alt ↑ ↓', 'Move the block'],
      ['Enter', 'Edit the text of the block'],
      ['Ctrl D', 'Duplicate'],
      ['Ctrl C', 'Copy blocks'],
      ['Ctrl X', 'Cut blocks'],
      ['Ctrl V', 'Paste blocks'],
      ['Delete', 'Delete'],
      ['Escape', 'Leave the block'],
      ['Ctrl Z', 'Undo'],
      ['Ctrl Shift Z', 'Redo'],
    ],
  },
  {
    title: 'Submissions',
    keys: [
      ['/', 'Search'],
      ['J', 'Next submission'],
      ['K', 'Previous submission'],
      ['Escape', 'Close the submission'],
    ],
  },
]

/** The keys that work everywhere, in the editor, and in the table of submissions. */
export default function KeysHelp(props: { opened: boolean; onClose: () => void }) {
  useReturnFocus(props.opened)
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      returnFocus={false}
      title="Keyboard"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="lg">
        {KEYS.map((group) => (
          <section key={group.title}>
            <Title order={3} mb="xs">
              {group.title}
            </Title>
            {group.keys.map(([key, words]) => (
              <Group key={key} justify="space-between" py={4}>
                <Text>{words}</Text>
                <Kbd>{key}</Kbd>
              </Group>
            ))}
          </section>
        ))}
      </Stack>
    </Modal>
  )
}
