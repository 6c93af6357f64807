import type { SettingsSchema } from '../field.ts'
import type { ChoicePowers, Deliver } from '../integration.ts'
import { asksService, settingsForm } from '../settings_form.ts'
import { SITUATIONS } from './situations.ts'
import type { StandInAnswer } from './stand_in.ts'

/** What the checks of what a service offers work with. */
interface ChoicesUnderTest<S> {
  definition: { settings: SettingsSchema }
  deliver: Deliver<S>
  settings: S
  /** the service answers so to whatever is asked */
  play<T>(answer: StandInAnswer, work: (powers: ChoicePowers) => Promise<T>): Promise<{ outcome: T }>
}

/** For each setting that is chosen of what its service offers: whatever the service does, choices or a sentence come of it. */
export function choiceChecks<S>({
  definition,
  deliver,
  settings,
  play,
}: ChoicesUnderTest<S>): { title: string; complaints(): Promise<string[]> }[] {
  const names = settingsForm(definition.settings)
    .filter(asksService)
    .map(({ name }) => name)
  return names.map((name) => ({
    title: `what “${name}” can be is said, or why it cannot, whatever the service does`,
    complaints: async () => {
      if (!deliver.choices) return [`Write choices() in deliver.ts: it says what “${name}” can be.`]
      const complaints = await Promise.all(
        Object.entries({ ...SITUATIONS, 'an empty answer': { status: 200, body: '{}' } }).map(
          async ([situation, answer]) => {
            const { outcome } = await play(answer, (powers) =>
              Promise.resolve(deliver.choices?.(name, { settings, search: 'a' }, powers)).catch(refusedCall),
            )
            return isAnswer(outcome)
              ? []
              : [
                  `After ${situation} choices("${name}") came to ${JSON.stringify(outcome)}: answer { choices }, or { problem: a sentence }.`,
                ]
          },
        ),
      )
      return complaints.flat()
    },
  }))
}

/** A call that failed is the core's business; anything else that is thrown is a fault. */
function refusedCall(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('E_') ? { problem: 'The service cannot be asked.' } : `thrown: ${String(error)}`
}

function isAnswer(value: unknown): boolean {
  const { choices, problem }: Record<string, unknown> = Object(value)
  if (typeof problem === 'string') return /[.!?]$/.test(problem)
  return (
    Array.isArray(choices) &&
    choices.every((one: unknown) => {
      const { id, label }: Record<string, unknown> = Object(one)
      return typeof id === 'string' && id !== '' && typeof label === 'string'
    })
  )
}
