import { imageSize } from 'image-size'
import { SVG, svgRoot, svgSize } from '#app/files/svg'

/** In pixels; 0 of a picture in vectors that is as large as its place. */
export interface PictureSize {
  width: number
  height: number
}

const AS_ITS_PLACE = { width: 0, height: 0 }

/** How large a picture of this type is; null where it cannot be read. */
export function measured(bytes: Buffer, type: string): PictureSize | null {
  if (type === SVG) return svgSize(svgRoot(bytes.toString()) ?? '') ?? AS_ITS_PLACE
  try {
    const { width, height, orientation = 1 } = imageSize(bytes)
    if (!(width > 0 && height > 0)) return null
    // a photo that was taken upright may lie in its file
    return orientation > 4 ? { width: height, height: width } : { width, height }
  } catch {
    return null
  }
}
