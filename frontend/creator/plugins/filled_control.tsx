import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import type { BoundField } from '../../../engine/bound/bound_field.ts'
import type { Upload } from '@formwright/kit/control'
import type { AnyControl, CreatorField } from '@formwright/kit/found'
import type { Problem } from '@formwright/kit/problem'
import { coreTexts } from '../../respondent/languages.ts'
import { PlainText } from '../../respondent/plain_text.tsx'
import { problemText } from '../../respondent/problem_text.ts'
import { translator } from '../../respondent/translate.ts'
import { PluginBoundary } from './plugin_boundary.tsx'

const NO_TEXTS = {}

/** The notation in which the creator types numbers and days: one that there is, as the browser's own name may be none. */
export const LOCALE = new Intl.NumberFormat().resolvedOptions().locale

/** What draws a kind to be filled in; undefined while it is loaded, null when it cannot be had. */
function useControl(plugin: CreatorField): AnyControl | null | undefined {
  const { data, isError } = useQuery({
    queryKey: ['control', plugin.definition.kind],
    staleTime: Infinity,
    gcTime: Infinity,
    queryFn: async () => ({ Control: (await plugin.respond()).default }),
  })
  return isError ? null : data?.Control
}

/** What is wrong with an answer, in the words of its kind. */
export function wordsOfProblems(plugin: CreatorField, problems: readonly Problem[]): string[] {
  const t = translator('en', 'en', plugin.texts, coreTexts('en'))
  return problems.map((problem) => problemText(problem, t))
}

/** The control of a kind, to be filled in by a creator as respondents do; it stands on paper (`fw-paper`). */
export function FilledControl(props: {
  plugin: CreatorField
  field: BoundField
  block: string
  id: string
  name: string
  /** what stands there; undefined for nothing */
  raw: unknown
  now: number
  problems: readonly Problem[]
  describedBy: string | undefined
  upload: Upload
  set: (raw: unknown) => void
}) {
  const { plugin, field, raw, now } = props
  const Control = useControl(plugin)
  const t = useMemo(() => translator('en', 'en', plugin.texts, coreTexts('en')), [plugin])
  const answer = useMemo(
    () => (raw === undefined ? undefined : field.parse(raw, { locale: LOCALE, now, source: 'form' }).answer),
    [field, raw, now],
  )
  const said = (why: ReactNode) => <p className="help">This question cannot be shown: {why}</p>
  if (Control === null) return said('its plugin could not be loaded.')
  return (
    <PluginBoundary
      drawn={{ family: 'fields', part: 'respond', definition: plugin.definition }}
      of={raw}
      instead={said}
    >
      {Control && (
        <Control
          block={{ id: props.block, settings: field.settings, required: false }}
          name={props.name}
          id={props.id}
          raw={raw}
          answer={answer}
          problems={props.problems}
          describedBy={props.describedBy}
          disabled={false}
          locale={LOCALE}
          set={props.set}
          upload={props.upload}
          texts={NO_TEXTS}
          t={t}
          Text={PlainText}
        />
      )}
    </PluginBoundary>
  )
}
