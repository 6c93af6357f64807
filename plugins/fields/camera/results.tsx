import type { FileReference } from '@formwright/kit/answer'
import type { ResultProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'

/** The picture, small. */
export function Cell({ answer, fileUrl }: ResultProps<Settings, FileReference[]>) {
  return (
    <span>
      {answer.map(({ id, name }) => (
        <img key={id} src={fileUrl(id)} alt={name} height={28} loading="lazy" />
      ))}
    </span>
  )
}

/** The picture, with its file. */
export function Answer({ answer, fileUrl }: ResultProps<Settings, FileReference[]>) {
  return (
    <div className="fw-result">
      {answer.map(({ id, name }) => (
        <a key={id} href={fileUrl(id)} download>
          <img src={fileUrl(id)} alt={name} height={192} loading="lazy" />
        </a>
      ))}
    </div>
  )
}
