import type { MediaFile } from '@formwright/kit/media'

/** A setting as the picture or file that it is; undefined where there is none. */
export function mediaFile(value: unknown): MediaFile | undefined {
  const { src, name, type, size, width, height }: Record<string, unknown> = { ...Object(value) }
  if (typeof src !== 'string' || typeof name !== 'string' || typeof type !== 'string') return undefined
  if (typeof size !== 'number') return undefined
  return {
    src,
    name,
    type,
    size,
    ...(typeof width === 'number' && { width }),
    ...(typeof height === 'number' && { height }),
  }
}
