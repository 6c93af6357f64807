import type { Translate } from '../../plugins/kit/control.ts'
import type { StateView } from './view.ts'

/** Why there is nothing to fill in: a password is asked for, or the form is not open. */
export function StatePage({ view, t }: { view: StateView; t: Translate }) {
  const { state } = view
  return (
    <main>
      <div className="state">
        <h1>{t(`${state}.title`)}</h1>
        {state === 'early' && view.opensAt ? (
          <p>{t('early.text', { date: opening(view.opensAt, view.language) })}</p>
        ) : (
          <p>{t(`${state}.text`)}</p>
        )}
        {view.reasons && (
          <ul>
            {view.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        {state === 'password' && <PasswordForm view={view} t={t} />}
        {view.restart && (
          <a className="fw-button" href={view.restart}>
            {t('restart')}
          </a>
        )}
      </div>
    </main>
  )
}

function PasswordForm({ view, t }: { view: StateView; t: Translate }) {
  const { problem } = view
  return (
    <form method="post" action={view.action}>
      <div className={problem ? 'field wrong' : 'field'}>
        <label className="label" htmlFor="password">
          {t('password.label')}
        </label>
        <input
          className="fw-input"
          type="password"
          id="password"
          name="password"
          autoComplete="current-password"
          required
          autoFocus={problem !== undefined}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'password-message' : undefined}
        />
        {problem && (
          <p className="message" id="password-message">
            {t(`password.${problem}`)}
          </p>
        )}
      </div>
      <button className="solid" type="submit">
        {t('password.open')}
      </button>
    </form>
  )
}

/** The server does not know the reader's zone: the instant is given with UTC, so that nobody is misled. */
function opening(instant: string, language: string): string {
  return (
    new Intl.DateTimeFormat(language, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    }).format(new Date(instant)) + ' UTC'
  )
}
