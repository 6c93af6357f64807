import { Text } from '@mantine/core'
import { fields } from 'virtual:plugins'
import type { Submission } from '../../../api_types/submissions.ts'
import { filePath } from '../../api/submissions.ts'
import { useResults } from '../plugins/results.ts'
import { translateFrom } from '../plugins/translate.ts'
import { Fallback } from './fallback.tsx'

/** One answer in full, as its kind shows it. A kind that is not installed any more shows the stored data. */
export function AnswerView(props: {
  slug: string
  submission: string
  given: Submission['answers'][number]
}) {
  const { given } = props
  const plugin = fields[given.kind]
  const results = useResults(given.kind)
  if (given.answer === null) return <Text c="dimmed">No answer</Text>
  const stored = <Text ff="monospace">{JSON.stringify(given.answer)}</Text>
  if (results === undefined) return null
  if (!plugin || results === null) return stored
  return (
    <Fallback to={stored}>
      <results.Answer
        answer={given.answer}
        settings={given.settings}
        fileUrl={(id) => filePath(props.slug, props.submission, id)}
        t={translateFrom(plugin.texts)}
      />
    </Fallback>
  )
}
