import type { CellProps, ResultProps } from '@formwright/kit/control'
import answers, { type Answer as Given } from './answer.ts'
import type { Settings } from './field.ts'

/** The image, small, or the name that was typed; beside it how and when. */
export function Cell({ answer, settings, part, fileUrl }: CellProps<Settings, Given>) {
  const [file] = answer.file ?? []
  if (part === '' && file) return <img src={fileUrl(file.id)} alt={file.name} height={28} loading="lazy" />
  if (part === 'file' && file)
    return (
      <a href={fileUrl(file.id)} download>
        {file.name}
      </a>
    )
  return <span>{answers.toText(answer, settings, part)}</span>
}

/** The signature, and how and when it was made. */
export function Answer({ answer, fileUrl, t }: ResultProps<Settings, Given>) {
  const [file] = answer.file ?? []
  const when = new Date(`${answer.at}Z`).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div className="fw-result">
      {file ? (
        <a href={fileUrl(file.id)} download>
          <img src={fileUrl(file.id)} alt={file.name} height={96} />
        </a>
      ) : (
        <p className="fw-result">{answer.text}</p>
      )}
      <small>{t(`said.${answer.how}`, { when })}</small>
    </div>
  )
}
