import type { HttpContext } from '@adonisjs/core/http'
import { formerAddressOf } from '#app/forms/addresses'
import { type Admission, admit, type OpenForm } from '#app/respond/visit/admission'
import { credentialsOf } from '#app/respond/visit/credentials'
import { sendRefusal } from '#app/respond/visit/refusal_page'
import { writtenInSession } from '#app/respond/visit/refused_post'
import { findSession } from '#app/respond/visit/response_session'
import { postedAgain } from '#app/respond/visit/written'

/** The form of a page, or nothing when its place was taken by another page, which was sent. */
export async function admitPage(
  ctx: HttpContext,
  countAll: boolean,
  { token, afterwards = false }: { token?: string; afterwards?: boolean } = {},
): Promise<OpenForm | undefined> {
  const slug = String(ctx.params.slug)
  const admission = await admit(slug, credentialsOf(ctx), { now: Date.now(), countAll })
  if (admission.form && !admission.form.current && ctx.request.method() === 'GET') {
    const rest = ctx.request.url(true).slice(`/forms/${slug}`.length)
    ctx.response.status(301).header('location', `/forms/${admission.form.slug}${rest}`)
    ctx.response.send('')
    return undefined
  }
  if (admission.admitted) return admission.form
  // Who has sent may see the end of it, whatever the form is by then.
  if (afterwards && isOver(admission)) return admission.form
  const { form, refusal } = admission
  if (refusal === 'password') {
    const address = afterwards ? `/forms/${form.slug}` : ctx.request.url(true)
    await sendRefusal(ctx, refusal, form, { again: postedAgain(address, undefined) })
    return undefined
  }
  const known = token === undefined ? undefined : (form ?? (await formerAddressOf(slug)))
  const session = known && token !== undefined ? await findSession(known, token) : undefined
  await sendRefusal(ctx, refusal, form, known && session ? await writtenInSession(known, session) : {})
  return undefined
}

function isOver(admission: Admission): admission is Admission & { form: OpenForm } {
  return admission.form !== undefined && !admission.admitted && admission.refusal === 'closed'
}
