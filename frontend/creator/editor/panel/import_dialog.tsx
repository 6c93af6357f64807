import { Alert, Box, Button, Group, Modal, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { SettingEntry } from '@formwright/kit/settings_form'
import { useReturnFocus } from '../../../design/return_focus.ts'
import { readItems, type LeftOut, type ReadItem } from './csv_items.ts'
import { decoded } from './csv_rows.ts'
import { imported, type ImportHow } from './imported_items.ts'
import type { ChangeItems, Item, ListEntry, PastedItem, StartTexts } from './list_items.ts'

/** So many rows are shown, and so many rows and columns that are left out. */
const ROWS = 5
const LEFT_OUT = 20
const UNUSED = 10

const HOW = [
  { value: 'append', label: 'Add to the list' },
  { value: 'replace', label: 'Replace the list' },
]

/** Shows what a CSV file brings to a list before anything is taken. */
export default function ImportDialog(props: {
  opened: boolean
  file: { name: string; bytes: Uint8Array }
  list: ListEntry
  items: readonly Item[]
  /** name of the text that items are known by */
  text: string
  pasted: PastedItem
  startTexts: StartTexts
  onChange: ChangeItems
  onClose: () => void
}) {
  const { opened, file, list, items, text, pasted, startTexts, onClose } = props
  const { entries } = list.item
  const [how, setHow] = useState<ImportHow>('append')
  useReturnFocus(opened)
  const { reading, old } = useMemo(() => {
    const { text: csv, old } = decoded(file.bytes)
    return { old, reading: readItems(csv, { entries, text, asLine: (line) => pasted(text, line) }) }
  }, [file, entries, text, pasted])
  const parts = { list, text, startTexts }
  const { rows, leftOut } = useMemo(
    () => imported(items, reading, how, { list, text, startTexts }),
    [items, reading, how, list, text, startTexts],
  )
  const many = `${rows.length.toLocaleString('en')} ${(rows.length === 1 ? list.item.title : list.title).toLowerCase()}`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      size="lg"
      title={`Import ${list.title.toLowerCase()}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label={`What happens to the ${list.title.toLowerCase()} that are there`}
          data={HOW}
          value={how}
          onChange={(value) => setHow(value === 'replace' ? 'replace' : 'append')}
        />
        {how === 'replace' && (
          <Text size="sm">What has the same label stays the same, and so do the answers to it.</Text>
        )}
        <Text aria-live="polite" style={{ overflowWrap: 'anywhere' }}>
          {rows.length === 0 ? `Nothing to import from ${file.name}.` : `${many} from ${file.name}.`}
        </Text>
        {rows.length > 0 && <Preview rows={rows} columns={reading.columns} />}
        {reading.unused.length > 0 && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {`Columns left out: ${unusedWords(reading.unused)}.`}
          </Text>
        )}
        {leftOut.length > 0 && <NotTaken leftOut={leftOut} />}
        {old && (
          <Alert color="yellow">Are letters wrong? Save the file as UTF-8, then import it again.</Alert>
        )}
      </Stack>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          disabled={rows.length === 0}
          onClick={() => {
            // a dialog on its way out is still seen for a moment
            if (opened) props.onChange((all) => imported(all, reading, how, parts).items)
            onClose()
          }}
        >
          {how === 'append' ? `Add ${many}` : `Replace with ${many}`}
        </Button>
      </Group>
    </Modal>
  )
}

function unusedWords(names: readonly string[]): string {
  const more = names.length - UNUSED
  const named = names.slice(0, UNUSED).join(', ')
  return more > 0 ? `${named}, and ${more.toLocaleString('en')} more` : named
}

/** The first rows, each value below the property that it goes to. */
function Preview({ rows, columns }: { rows: readonly ReadItem[]; columns: readonly SettingEntry[] }) {
  const first = rows.slice(0, ROWS)
  return (
    <Box role="region" aria-label="First rows" tabIndex={0} style={{ overflowX: 'auto' }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Line</Table.Th>
            {columns.map(({ name, title }) => (
              <Table.Th key={name} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {first.map(({ line, given }) => (
            <Table.Tr key={line}>
              <Table.Td className="fw-numbers">{line}</Table.Td>
              {columns.map((column) => (
                <Table.Td key={column.name} dir="auto">
                  <Text inherit lineClamp={2}>
                    {shownValue(column, given[column.name])}
                  </Text>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > first.length && (
        <Text size="sm" c="dimmed" mt={8}>
          {`And ${(rows.length - first.length).toLocaleString('en')} more.`}
        </Text>
      )}
    </Box>
  )
}

function shownValue({ choices }: SettingEntry, value: ReadItem['given'][string] | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const called = (one: string) => choices?.find((choice) => choice.value === one)?.label ?? one
  if (typeof value === 'object') return value.map(called).join(', ')
  return typeof value === 'number' ? String(value) : called(value)
}

/** What of the file does not come, and why. */
function NotTaken({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const more = leftOut.length - LEFT_OUT
  return (
    <Stack gap={4}>
      <Text fw={600} id="left-out">
        Left out
      </Text>
      <Box
        component="ul"
        fz="sm"
        m={0}
        ps={20}
        aria-labelledby="left-out"
        style={{ overflowWrap: 'anywhere' }}
      >
        {leftOut.slice(0, LEFT_OUT).map(({ line, to = line, why }, index) => (
          // a line may have two values that are left out
          <li key={index}>{`${to > line ? `Lines ${line} to ${to}` : `Line ${line}`}: ${why}`}</li>
        ))}
      </Box>
      {more > 0 && <Text size="sm" c="dimmed">{`And ${more.toLocaleString('en')} more.`}</Text>}
    </Stack>
  )
}
