import { Text } from '@mantine/core'
import type { Json } from '../../../engine/document/document.ts'
import { fields } from '../plugins/fields.ts'
import { PluginBoundary } from '../plugins/plugin_boundary.tsx'
import { useResults } from '../plugins/results.ts'
import { translateFrom } from '../plugins/translate.ts'

/** Where a file of the submission is had, by its id. */
export type FileUrl = (file: string) => string

/** One answer in full, as its kind shows it. A kind that is not installed any more shows the stored data. */
export function AnswerView(props: {
  fileUrl: FileUrl
  kind: string
  settings: { [name: string]: Json }
  answer: Json | null
  /** it could not be asked */
  excused: boolean
}) {
  const { kind, settings, answer } = props
  const plugin = fields[kind]
  const results = useResults(kind)
  if (answer === null && props.excused)
    return <Text c="dimmed">No answer: this question did not work when the form was filled in.</Text>
  if (answer === null) return <Text c="dimmed">No answer</Text>
  const stored = <Text ff="monospace">{JSON.stringify(answer)}</Text>
  if (results === undefined) return null
  if (!plugin || results === null) return stored
  return (
    <PluginBoundary
      drawn={{ family: 'fields', part: 'Answer', definition: plugin.definition }}
      of={answer}
      instead={(fault) => (
        <>
          {stored}
          <Text size="sm" c="dimmed">
            This is what is stored: {fault}
          </Text>
        </>
      )}
    >
      <results.Answer
        answer={answer}
        settings={settings}
        fileUrl={props.fileUrl}
        t={translateFrom(plugin.texts)}
      />
    </PluginBoundary>
  )
}
