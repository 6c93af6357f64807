import { Button, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { ApiError } from '../../api/api_error.ts'
import { usePreview } from '../../api/integrations.ts'
import { DelayedFallback } from '../../design/delayed_fallback.tsx'
import classes from './delivery_view.module.css'

/** What will arrive, with invented answers; asked for when somebody wants to see it. */
export function Preview(props: { slug: string; kind: string; settings: Record<string, unknown> }) {
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <div>
      <Button
        variant="subtle"
        size="xs"
        px={8}
        mx={-8}
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
        {opened && <PreviewText {...props} />}
      </div>
    </div>
  )
}

/** What will arrive with the answers of a submission, or invented ones. */
export function PreviewText(props: {
  slug: string
  kind: string
  settings: Record<string, unknown>
  submission?: string
}) {
  const [settings] = useDebouncedValue(props.settings, 300)
  const { data, error, isPending } = usePreview(props.slug, props.kind, settings, props.submission)
  if (error)
    return (
      <Text c="dimmed">
        {(error instanceof ApiError && error.errors.submission_id?.[0]) || 'Fix the settings to see it.'}
      </Text>
    )
  if (isPending) {
    return (
      <DelayedFallback>
        <Skeleton h={120} mt={4} />
      </DelayedFallback>
    )
  }
  if (data.fault !== undefined) return <Text c="var(--mantine-color-error)">{data.fault}</Text>
  if (!data.preview) return null
  if (data.preview.format === 'message') {
    return (
      <div
        className={`${classes.block} ${classes.message}`}
        role="group"
        tabIndex={0}
        aria-label="What will arrive"
      >
        {data.preview.runs.map(({ text, look }, index) => (
          <span key={index} className={look && classes[look]}>
            {text}
          </span>
        ))}
      </div>
    )
  }
  return (
    <pre
      className={`${classes.block} ${data.preview.format === 'text' ? classes.message : classes.columns}`}
      tabIndex={0}
      aria-label="What will arrive"
    >
      {data.preview.text}
    </pre>
  )
}
