import {
  check,
  description,
  type GenericSchema,
  integer,
  maxLength,
  metadata,
  minValue,
  number,
  optional,
  pipe,
  regex,
  strictObject,
  string,
  title,
} from 'valibot'

/** A picture or another file that a creator put into a form: public, and never changed. */
export interface MediaFile {
  /** its address, from the root of the instance: for `src` and `href` as it is */
  src: string
  /** as it was called where it came from */
  name: string
  /** MIME type, judged by the content */
  type: string
  /** in bytes */
  size: number
  /** in pixels; of pictures that have a size */
  width?: number
  /** in pixels; of pictures that have a size */
  height?: number
}

const CHOOSE = 'Choose a file, or upload it first.'

const pixels = pipe(number(CHOOSE), integer(CHOOSE), minValue(1, CHOOSE))

const mediaFile: GenericSchema<MediaFile> = strictObject(
  {
    src: pipe(
      string(CHOOSE),
      regex(/^\/media\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9a-f]{64}$/, CHOOSE),
    ),
    name: pipe(string(CHOOSE), maxLength(400, CHOOSE)),
    type: pipe(string(CHOOSE), regex(/^[a-z]+\/[a-z0-9.+-]{1,100}$/, CHOOSE)),
    size: pipe(number(CHOOSE), integer(CHOOSE), minValue(0, CHOOSE)),
    width: optional(pixels),
    height: optional(pixels),
  },
  CHOOSE,
)

/** A setting that is a picture of the creator's. It is optional: `v.optional(v.pipe(image(), v.title('Picture')))`. */
export function image(): GenericSchema<unknown, MediaFile> {
  return pipe(
    mediaFile,
    check(({ type }) => type.startsWith('image/'), 'Choose a picture.'),
    metadata({ media: 'image' }),
  )
}

/** A setting that is what a picture shows, in words; `of` names the setting of the picture. */
export function alternativeText(of: string): GenericSchema<string | undefined, string> {
  return optional(
    pipe(
      string(),
      maxLength(1000),
      title('Alternative text'),
      description('Read to people who cannot see the picture. Empty: it is decoration.'),
      metadata({ with: of }),
    ),
    '',
  )
}

/** A setting that is a film of the creator's. It is optional, too. */
export function video(): GenericSchema<unknown, MediaFile> {
  return ofTypes(['video/'], 'Choose a video.')
}

/** A setting that is a sound of the creator's. It is optional, too. */
export function audio(): GenericSchema<unknown, MediaFile> {
  return ofTypes(['audio/'], 'Choose a sound file.')
}

/** A setting that is what is said in a film, as WebVTT. It is optional, too. */
export function subtitles(): GenericSchema<unknown, MediaFile> {
  return ofTypes(['text/vtt'], 'Choose a WebVTT file (.vtt).')
}

/** What stands beside a question: a picture or a film of the creator's. */
export function imageOrVideo(): GenericSchema<unknown, MediaFile> {
  return ofTypes(['image/', 'video/'], 'Choose a picture or a video.')
}

function ofTypes(beginnings: readonly string[], words: string): GenericSchema<unknown, MediaFile> {
  return pipe(
    mediaFile,
    check(({ type }) => beginnings.some((beginning) => type.startsWith(beginning)), words),
    metadata({ media: 'file', types: beginnings }),
  )
}

/** A setting that is a file of the creator's, of any type. It is optional, too. */
export function file(): GenericSchema<unknown, MediaFile> {
  return pipe(mediaFile, metadata({ media: 'file' }))
}
