import { Button, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { usePreview } from '../../api/integrations.ts'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import classes from './delivery_view.module.css'

/** What will arrive, with invented answers; asked for when somebody wants to see it. */
export function Preview(props: { slug: string; kind: string; settings: Record<string, unknown> }) {
  const [opened, { toggle }] = useDisclosure(false)
  const [settings] = useDebouncedValue(props.settings, 300)
  const { data, error, isPending } = usePreview(props.slug, props.kind, settings, opened)
  const id = useId()
  return (
    <div>
      <Button
        variant="subtle"
        size="xs"
        px={0}
        aria-expanded={opened}
        aria-controls={id}
        leftSection={
          opened ? <IconChevronDown size={14} stroke={1.5} /> : <IconChevronRight size={14} stroke={1.5} />
        }
        onClick={toggle}
      >
        What will arrive
      </Button>
      <div id={id} hidden={!opened}>
        {opened && isPending && (
          <DelayedFallback>
            <Skeleton h={120} mt={4} />
          </DelayedFallback>
        )}
        {error && <Text c="dimmed">Fix the settings to see it.</Text>}
        {data?.fault !== undefined && <Text c="var(--mantine-color-error)">{data.fault}</Text>}
        {data?.preview && (
          <pre
            className={classes.block}
            tabIndex={0}
            aria-label="What will arrive"
            style={data.preview.format === 'text' ? { fontFamily: 'inherit' } : undefined}
          >
            {data.preview.text}
          </pre>
        )}
      </div>
    </div>
  )
}
