import { Button, Skeleton, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Form } from '../../../../api_types/forms.ts'
import type { FormSummary, QuestionSummary } from '../../../../api_types/submissions.ts'
import type { SubmissionRows } from '../../../api/submission_rows.ts'
import type { useSummary } from '../../../api/summary.ts'
import { DelayedFallback } from '../../../design/delayed_fallback.tsx'
import { ErrorState } from '../../../design/error_state.tsx'
import { useDrawing } from '../use_drawing.ts'
import { newestTexts } from './newest_texts.ts'
import { QuestionCard } from './question_card.tsx'
import classes from './summary.module.css'

interface SummaryViewProps {
  form: Form
  list: SubmissionRows
  counted: ReturnType<typeof useSummary>
  onShowAll: () => void
}

/** What the submissions of a view say together, one card for each question. */
export function SummaryView(props: SummaryViewProps) {
  const { data, error, isPlaceholderData, isPending, refetch } = props.counted
  return (
    <section
      className={classes.pane}
      aria-label="Answers by question"
      aria-busy={isPlaceholderData}
      tabIndex={0}
    >
      {error && (
        <div className={classes.failed}>
          <ErrorState error={error} retry={() => void refetch()} />
        </div>
      )}
      {isPending && (
        <DelayedFallback>
          <div className={classes.cards}>
            {[0, 1, 2].map((card) => (
              <div key={card} className={classes.card}>
                <Skeleton h={20} w="40%" />
                <Skeleton h={16} w="20%" />
                <Skeleton h={72} />
              </div>
            ))}
          </div>
        </DelayedFallback>
      )}
      {data && <Cards {...props} data={data} />}
    </section>
  )
}

function Cards(props: SummaryViewProps & { data: FormSummary['data'] }) {
  const { form, list, data } = props
  const pages = list.query.data?.pages
  const texts = useMemo(() => newestTexts(pages, list.rows), [pages, list.rows])
  const drawing = useDrawing(form.slug, pages)
  if (data.submissions === 0) {
    return (
      <>
        <Text c="dimmed">No submissions match.</Text>
        <Button variant="default" size="compact-sm" mt={8} onClick={props.onShowAll}>
          Show all
        </Button>
      </>
    )
  }
  return (
    <div className={classes.cards}>
      {data.questions.map((question) => (
        <QuestionCard
          key={nameOf(question)}
          drawing={drawing}
          question={question}
          texts={texts(question.block, question.kind)}
        />
      ))}
    </div>
  )
}

function nameOf({ block, kind }: QuestionSummary): string {
  return `${block} ${kind}`
}

/** How many were counted, in words, and whether those are all. */
export function countedWords(
  { data, isPending, isPlaceholderData }: ReturnType<typeof useSummary>,
  total: number | null,
): string | undefined {
  if (isPending || isPlaceholderData) return 'Counting'
  if (!data) return undefined
  const count = data.submissions.toLocaleString()
  if (data.complete) return `${count} ${data.submissions === 1 ? 'submission' : 'submissions'}`
  return total === null ? `The newest ${count}` : `The newest ${count} of ${total.toLocaleString()}`
}
