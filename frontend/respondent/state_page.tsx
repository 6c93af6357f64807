import { createElement } from 'react'
import type { Translate } from '@formwright/kit/control'
import { Logo } from './cover.tsx'
import { linked } from './linked.ts'
import { message } from './live/remarks.ts'
import { momentText } from './moment.ts'
import { StateIcon } from './state_icon.tsx'
import type { PostedAgain, StateView } from './view.ts'

/** Why there is nothing to fill in: a password is asked for, or the form is not open. */
export function StatePage({ view, t }: { view: StateView; t: Translate }) {
  const { state } = view
  return (
    <main>
      <Logo logo={view.appearance.logo} />
      <div className="state">
        <StateIcon state={state} />
        {view.title.trim() !== '' && <p className="of">{view.title}</p>}
        <h1>{t(`${state}.title`)}</h1>
        {view.own !== undefined && <p className="text">{linked(createElement, view.own)}</p>}
        <Reason view={view} t={t} />
        {view.reasons && (
          <ul>
            {view.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        {state === 'password' && <PasswordForm view={view} t={t} />}
        {state !== 'password' && <Refused view={view} t={t} />}
        {view.restart && (
          <a className="fw-button" href={view.restart}>
            {t('restart')}
          </a>
        )}
      </div>
    </main>
  )
}

/** When a form opens is said in any case, and left out of previews where that is not settled. */
function Reason({ view, t }: { view: StateView; t: Translate }) {
  const { state, own, at } = view
  if (state === 'early' ? at === undefined : own !== undefined) return null
  return <p>{at === undefined ? t(`${state}.text`) : <Moment view={view} at={at} t={t} />}</p>
}

/** What somebody had written, to be copied, and the way to send it once the form takes it. */
function Refused({ view, t }: { view: StateView; t: Translate }) {
  const { written = [], again, dropped, restart } = view
  const sendable = again && again.entries.length > 0 && !restart && view.state !== 'missing'
  const given = written.length > 0 || dropped
  // A page on which nothing was written goes on by its button too, once the form answers again.
  if (!given && view.state !== 'away') return null
  return (
    <>
      {given && (
        <section className="written" aria-labelledby="written-title">
          <h2 id="written-title">{t('written.title')}</h2>
          <p>{t(sendable ? 'written.again' : 'written.text')}</p>
          {dropped && <p>{t('written.files')}</p>}
          {written.length > 0 && (
            <dl>
              {written.map(({ question, answer, secret }, index) => (
                <div key={index}>
                  {question !== undefined && <dt>{question}</dt>}
                  <dd>{secret ? t('written.secret') : answer}</dd>
                </div>
              ))}
            </dl>
          )}
        </section>
      )}
      {sendable && (
        <form method="post" action={again.action}>
          <Carried again={again} />
          <button className="solid" type="submit" name="_go" value={again.go}>
            {t('written.send')}
          </button>
        </form>
      )}
    </>
  )
}

function Carried({ again }: { again: PostedAgain | undefined }) {
  return again?.entries.map(([name, value], index) => (
    <input key={index} type="hidden" name={name} value={value} />
  ))
}

function PasswordForm({ view, t }: { view: StateView; t: Translate }) {
  const { problem, again, dropped } = view
  return (
    <form method="post" action={again?.action}>
      <Carried again={again} />
      {again && again.entries.length > 0 && (
        <p>
          {t('password.kept')} {dropped && t('written.files')}
        </p>
      )}
      <div className={problem ? 'field wrong' : 'field'}>
        <label className="label" htmlFor="password">
          {t('password.label')}
        </label>
        <input
          className="fw-input"
          type="password"
          id="password"
          name="_password"
          autoComplete="current-password"
          required
          autoFocus={problem !== undefined}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'password-message' : undefined}
        />
        {problem && <div id="password-message">{message(createElement, t(`password.${problem}`))}</div>}
      </div>
      <button className="solid" type="submit" name="_go" value={again?.go}>
        {t('password.open')}
      </button>
    </form>
  )
}

/** The server does not know the reader's zone: without a script the moment is told in UTC, so that nobody is misled. */
function Moment({ view: { state, language }, at, t }: { view: StateView; at: string; t: Translate }) {
  const [before, after] = t(`${state}.at`, { date: '\0' }).split('\0')
  return (
    <>
      {before}
      <time dateTime={at}>{momentText(at, language, 'UTC')}</time>
      {after}
    </>
  )
}
