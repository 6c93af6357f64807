import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { whyUnknown } from '../../plugins/unusable.ts'
import { familyOf } from '../blocks/kinds.ts'
import { useEditor, useOrder } from '../use_editor.ts'

/** Says over the page which plugins the form needs and does not find. */
export function MissingKinds() {
  const { kinds, store } = useEditor()
  const used = useOrder().flatMap((id) => store.row(id)?.kind ?? [])
  const missing = [...new Set(used)].filter((kind) => familyOf(kinds, kind) === 'unknown')
  if (missing.length === 0) return null
  return (
    <Alert
      color="amber"
      variant="light"
      m="md"
      title="A plugin is missing"
      icon={<IconAlertTriangle size={20} stroke={1.5} />}
    >
      <Stack gap="xs">
        {missing.map((kind) => (
          <Text key={kind}>{whyUnknown(kind, kinds.unusable ?? [])}</Text>
        ))}
        <Text>
          Its blocks keep their settings, and answers stay stored. The form can be published when the plugin
          is back, or without these blocks. Whoever runs this server finds the reason in its log, or with
          “node ace doctor”.
        </Text>
      </Stack>
    </Alert>
  )
}
