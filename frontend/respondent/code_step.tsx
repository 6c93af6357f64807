import './code_step.css'
import { createElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { CODE, type Confirmation } from '@formwright/kit/confirmation'
import { SENT_IN_PREVIEW } from './preview_code.ts'
import type { Asking, Visit } from './visit.ts'

/** So many digits make a code, in whatever script. */
const DIGITS = 6
/** How long the server may take: it sends a mail meanwhile. */
const LONGEST_WAIT = 30_000

export function step(props: Asking): ReactNode {
  return props.block.confirms && <CodeStep {...props} />
}

/**
 * What stands below a control whose answer is to be confirmed by a code: the button that sends one, what it is typed into,
 * and that it was right. Its buttons post the page without a script.
 */
function CodeStep(props: Asking) {
  const { visit, block, path, field } = props
  const { t } = visit
  const asking = useAsking(props)
  if (field.disabled) return null
  const raw: Confirmation = Object(field.raw)
  const about = raw.to !== undefined && raw.to === field.answer
  const doubted = visit.problemsOf(path).some(({ part }) => part === CODE)
  const confirmed = about && !!raw.proof && !doubted
  const asked = about && !!raw.sent && !confirmed
  const { busy, wrong } = asking
  const id = `c-${path}`
  const problem = { block: block.id, path, code: 'custom', message: wrong } as const
  return (
    <div className="code-step" ref={asking.place}>
      {(['to', 'sent', 'proof'] as const).map(
        (name) =>
          raw[name] && <input key={name} type="hidden" name={`f.${path}.${name}`} value={raw[name]} />,
      )}
      <p
        className={`fw-counter code-said${confirmed ? ' code-done' : ''}`}
        id={`${id}-said`}
        role="status"
        tabIndex={-1}
      >
        {confirmed
          ? t(raw.sent ? 'code.done' : 'code.unneeded')
          : asked
            ? sentWords(visit, raw)
            : t('code.why')}
      </p>
      {asked && <Typed {...props} {...asking} raw={raw} doubted={doubted} />}
      <div role="alert">
        {wrong && visit.remarks?.messages(createElement, { visit, id: `${id}-wrong`, problems: [problem] })}
      </div>
      {!confirmed && (
        <Press
          visit={visit}
          go={`code:${path}`}
          id={asked ? undefined : `${id}-code`}
          busy={busy}
          press={asking.send}
        >
          {t(asked ? 'code.new' : busy ? 'code.busy' : 'code.send')}
        </Press>
      )}
    </div>
  )
}

function sentWords({ t }: Visit, { sent, to = '' }: Confirmation): string {
  return sent === SENT_IN_PREVIEW ? t('code.preview') : t('code.sent', { address: to })
}

/** What the code is typed into. The last digit asks whether it is right; without a script a button does. */
function Typed(props: Asking & ReturnType<typeof useAsking> & { raw: Confirmation; doubted: boolean }) {
  const { visit, path, raw, doubted, busy, wrong } = props
  const id = `c-${path}`
  const code = raw.code ?? ''
  return (
    <>
      <label htmlFor={`${id}-code`}>{visit.t('code.label')}</label>
      <div className="code-row">
        <input
          className="fw-input"
          id={`${id}-code`}
          name={`f.${path}.code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          autoFocus={visit.state.focus?.on === `${id}-code`}
          aria-invalid={doubted || wrong !== '' || undefined}
          aria-describedby={`${id}-said${doubted ? ` m-${path}` : ''}${wrong ? ` ${id}-wrong` : ''}`}
          onChange={(event) => {
            const typed = event.currentTarget.value
            props.type(typed)
            if (digitsIn(typed) === DIGITS && typed.trim() !== code.trim()) props.check(typed)
          }}
        />
        <Press visit={visit} go={`confirm:${path}`} busy={busy} press={() => props.check(code)}>
          {visit.t(busy ? 'code.busy' : 'code.check')}
        </Press>
      </div>
    </>
  )
}

interface Pressed {
  visit: Visit
  go: string
  /** the place that problems lead to, where there is nothing to type into yet */
  id?: string
  busy: boolean
  press(): void
  children: ReactNode
}

function Press({ visit, go, id, busy, press, children }: Pressed) {
  return (
    <button
      className="quiet small"
      type="submit"
      name="_go"
      value={go}
      id={id}
      aria-disabled={busy || undefined}
      autoFocus={id !== undefined && visit.state.focus?.on === id}
      onClick={(event) => {
        event.preventDefault()
        press()
      }}
    >
      {children}
    </button>
  )
}

/** What asks the server for codes, and whether they are right; in a preview nobody is asked. */
function useAsking({ visit, path, field }: Asking) {
  const { t, data } = visit
  const place = useRef<HTMLDivElement>(null)
  /** what gets the focus as soon as it is there */
  const next = useRef<string | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  useLayoutEffect(() => {
    const found = next.current && place.current?.querySelector<HTMLElement>(next.current)
    if (!found) return
    next.current = undefined
    found.focus()
  })
  const keep = (change: Confirmation) =>
    visit.set(path, { ...Object(visit.response.field(path)?.raw), ...change })
  const took = (what: Confirmation, focus: string) => {
    next.current = focus
    keep({ sent: undefined, code: undefined, proof: undefined, ...what })
  }
  const ask = async (to: string, question: object, focus: string) => {
    if (busy) return
    setBusy(true)
    const { version, language } = data.form
    const body = { block: path, version, answer: field.raw ?? field.answer ?? '', ...question }
    const goOn = held(place.current?.closest('form'))
    const reply = await post(`/api/forms/${data.slug}/${to}`, body, language)
    setBusy(false)
    if ('data' in reply) took(reply.data, focus)
    else {
      setWrong(reply.wrong ?? data.texts[`refused.${reply.code}`] ?? t('code.unreached'))
      place.current?.querySelector<HTMLInputElement>('.fw-input')?.select()
    }
    goOn()
  }
  return {
    place,
    busy,
    wrong,
    type: (code: string) => {
      setWrong('')
      keep({ code })
    },
    send: () => {
      setWrong('')
      if (!data.preview) return void ask('codes', {}, CODE_INPUT)
      if (typeof field.answer !== 'string') return setWrong(t('problems.format'))
      took({ to: field.answer, sent: SENT_IN_PREVIEW }, CODE_INPUT)
    },
    check: (code: string) => {
      setWrong('')
      const { to, sent = '' }: Confirmation = Object(field.raw)
      if (!data.preview) return void ask('confirmations', { sent, code }, SAID)
      if (digitsIn(code) < DIGITS) return setWrong(t('problem.not-accepted.code-wrong'))
      took({ to, sent, proof: SENT_IN_PREVIEW }, SAID)
    },
  }
}

const CODE_INPUT = '.fw-input'
const SAID = '.code-said'

function digitsIn(code: string): number {
  return code.match(/\p{Nd}/gu)?.length ?? 0
}

/** Keeps a form from being sent while the server is asked; what it gives lets go of it, and does what was pressed meanwhile. */
function held(form: HTMLFormElement | null | undefined): () => void {
  let pressed: HTMLElement | null | undefined
  const hold = (event: SubmitEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed = event.submitter
  }
  form?.addEventListener('submit', hold, true)
  return () => {
    form?.removeEventListener('submit', hold, true)
    if (pressed !== undefined) form?.requestSubmit(pressed)
  }
}

/** What the server says, in the language of the form; nothing where it could not be reached. */
async function post(
  address: string,
  body: object,
  language: string,
): Promise<{ data: Confirmation } | { wrong?: string; code?: string }> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-language': language,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(LONGEST_WAIT),
    })
    const { data, details, code }: { data?: Confirmation; details?: unknown; code?: string } =
      await answer.json()
    if (data) return { data }
    const [first]: { text?: string }[] = Array.isArray(details) ? details : []
    return { wrong: first?.text, code }
  } catch {
    return {}
  }
}
