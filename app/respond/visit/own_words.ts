import type { HttpContext } from '@adonisjs/core/http'
import type { FormState } from '#app/forms/states'
import { CodedError } from '#app/http/errors'
import type { Refusal } from '#app/respond/visit/admission'
import { credentialsOf, opens } from '#app/respond/visit/credentials'

/** Why a form takes nothing: as it is now, as somebody had begun to fill it in, or because the database is away. */
export type Reason = Refusal | 'gone' | 'changed' | 'away'

/** Why a form takes nothing, by the code of the error. */
const REASONS: Readonly<Record<string, Reason>> = {
  E_VERSION: 'changed',
  E_FULL: 'full',
  E_CLOSED: 'closed',
  E_NOT_OPEN: 'early',
  E_PASSWORD: 'password',
}

/** Why a form took nothing; undefined where that is not what the error says. */
export function reasonOf({ code = '' }: CodedError): Reason | undefined {
  return REASONS[code]
}

/** What the form says of it itself. */
export function ownText(
  reason: Reason,
  { closedText, fullText, earlyText }: FormState['access'],
): string | undefined {
  if (reason === 'closed') return closedText
  return reason === 'full' ? fullText : reason === 'early' ? earlyText : undefined
}

/** Does `work`. Where the form takes nothing, the details of the error say it in the form's own words. */
export async function inOwnWords<T>(
  ctx: HttpContext,
  form: FormState | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (form && error instanceof CodedError) tell(error, ctx, form)
    throw error
  }
}

function tell(error: CodedError, ctx: HttpContext, form: FormState): void {
  const reason = reasonOf(error)
  const text = reason && ownText(reason, form.access)
  // nothing is told of a form to somebody who has not its password
  if (text !== undefined && opens(form, credentialsOf(ctx))) error.details = { text }
}
