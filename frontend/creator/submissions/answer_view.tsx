import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fields } from 'virtual:plugins'
import { filePath, type Submission } from '../../api/submissions.ts'
import { wholeSettings } from '../plugins/comparable.ts'
import { translateFrom } from '../plugins/translate.ts'

/** One answer in full, as its kind shows it. A kind that is not installed any more shows the stored data. */
export function AnswerView(props: {
  slug: string
  submission: string
  given: Submission['answers'][number]
}) {
  const { given } = props
  const plugin = fields[given.kind]
  const results = useQuery({
    queryKey: ['results', given.kind],
    enabled: plugin !== undefined,
    staleTime: Infinity,
    queryFn: () => plugin?.results() ?? null,
  })
  if (given.answer === null) return <Text c="dimmed">No answer</Text>
  if (!plugin || results.isError) return <Text ff="monospace">{JSON.stringify(given.answer)}</Text>
  if (!results.data) return null
  const { Answer } = results.data
  return (
    <Answer
      answer={given.answer}
      settings={wholeSettings(plugin, given.settings)}
      fileUrl={(id) => filePath(props.slug, props.submission, id)}
      t={translateFrom(plugin.texts)}
    />
  )
}
