import { sizeInEnglish } from '@formwright/kit/size'
import { CodedError } from '#app/http/errors'

/** What was sent is bigger than one file may be. */
export function mediaTooLarge(maxBytes: number): CodedError {
  return new CodedError(
    'E_TOO_LARGE',
    413,
    `This file is larger than ${sizeInEnglish(maxBytes)}. Choose a smaller one.`,
  )
}

/** A picture is wanted, and this is none that browsers show. */
export function noPicture(): CodedError {
  return new CodedError('E_NO_PICTURE', 415, 'Choose a picture: PNG, JPEG, WebP, GIF, AVIF or SVG.')
}

/** It begins like a picture, and cannot be read as one. */
export function brokenPicture(): CodedError {
  return new CodedError(
    'E_BROKEN_PICTURE',
    422,
    'This picture cannot be read. Save it again, or choose another.',
  )
}

/** It would take the devices of respondents too much memory. */
export function hugePicture(maxSide: number, maxMegapixels: number): CodedError {
  const side = maxSide.toLocaleString('en')
  return new CodedError(
    'E_HUGE_PICTURE',
    422,
    `A picture has up to ${maxMegapixels} megapixels, and ${side} pixels a side. Scale it down.`,
  )
}

/** Nothing came. */
export function emptyFile(): CodedError {
  return new CodedError('E_EMPTY_FILE', 422, 'This file is empty. Choose another.')
}

/** What a form shows stays among its media files. */
export function usedMedia(): CodedError {
  return new CodedError(
    'E_MEDIA_USED',
    409,
    'This file stays, as the form or a published version of it shows it.',
  )
}

/** The workspace has no room left for these files. */
export class MediaFull extends CodedError {
  readonly ids: readonly string[]

  constructor(filled: string, ids: readonly string[]) {
    super(
      'E_MEDIA_FULL',
      422,
      `The pictures and files of this workspace ${filled}. Remove some from its forms: the space is free a day later.`,
    )
    this.ids = ids
  }
}
