import { Group, Kbd, Modal, Stack, Text, Title } from '@mantine/core'
import { useReturnFocus } from '../../design/return_focus.ts'

const KEYS: { title: string; keys: [string, string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Find forms, pages and actions'],
      ['?', 'Show these keys'],
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

/** The keys that work outside the editor. */
export default function KeysHelp(props: { opened: boolean; onClose: () => void }) {
  useReturnFocus(props.opened)
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      returnFocus={false}
      title="Keys"
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
