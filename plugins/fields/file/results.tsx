import { Fragment } from 'react'
import type { FileReference } from '@formwright/kit/answer'
import type { ResultProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'
import { sizeText } from './size.ts'
import { typeNames } from './types.ts'

/** The names, each a link to the file. Several stand apart, whatever commas they have. */
export function Cell({ answer, fileUrl }: ResultProps<Settings, FileReference[]>) {
  return (
    <span>
      {answer.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ' '}
          <span className={answer.length > 1 ? 'fw-tag' : undefined}>
            <a href={fileUrl(id)} download>
              {name}
            </a>
          </span>
        </Fragment>
      ))}
    </span>
  )
}

/** One line for each file, with type and size. */
export function Answer({ answer, fileUrl, t }: ResultProps<Settings, FileReference[]>) {
  return (
    <ul className="fw-result">
      {answer.map(({ id, name, size, type }) => (
        <li key={id}>
          <a href={fileUrl(id)} download>
            {name}
          </a>{' '}
          <small>
            {typeNames([type])}, {sizeText(size, t)}
          </small>
        </li>
      ))}
    </ul>
  )
}
