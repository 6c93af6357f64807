/** How large something is, in its own points. */
export interface Size {
  width: number
  height: number
}

/** A part of a picture, in its own points. */
export interface Frame extends Size {
  left: number
  top: number
}

/** A corner of a frame: the one opposite stays where it is. */
export interface Corner {
  right: boolean
  bottom: boolean
}

export interface Step {
  x: number
  y: number
}

/** The shorter side of the smallest frame, as a share of the shorter side of the picture. */
const LEAST = 0.1

/** The largest frame of a ratio of width to height, in the middle; without one, the whole picture. */
export function widest(size: Size, ratio: number | undefined): Frame {
  const width = ratio === undefined ? size.width : Math.min(size.width, size.height * ratio)
  const height = ratio === undefined ? size.height : width / ratio
  return { left: (size.width - width) / 2, top: (size.height - height) / 2, width, height }
}

/** A frame somewhere else, as far as the picture goes. */
export function moved(frame: Frame, { x, y }: Step, size: Size): Frame {
  return {
    ...frame,
    left: between(0, frame.left + x, size.width - frame.width),
    top: between(0, frame.top + y, size.height - frame.height),
  }
}

/** A frame with a corner somewhere else: of the ratio, neither too small nor beyond the picture. */
export function resized(
  frame: Frame,
  corner: Corner,
  { x, y }: Step,
  size: Size,
  ratio: number | undefined,
): Frame {
  const { left, top } = frame
  const [right, bottom] = [left + frame.width, top + frame.height]
  const most = {
    width: corner.right ? size.width - left : right,
    height: corner.bottom ? size.height - top : bottom,
  }
  const least = Math.min(size.width, size.height) * LEAST
  const wanted = {
    width: frame.width + (corner.right ? x : -x),
    height: frame.height + (corner.bottom ? y : -y),
  }
  const { width, height } =
    ratio === undefined
      ? {
          width: between(least, wanted.width, most.width),
          height: between(least, wanted.height, most.height),
        }
      : ofRatio(ratio, least, wanted, most)
  return {
    width,
    height,
    left: corner.right ? left : right - width,
    top: corner.bottom ? top : bottom - height,
  }
}

/** Between the two ways a corner was drawn, for it need not run along the diagonal. */
function ofRatio(ratio: number, least: number, wanted: Size, most: Size): Size {
  const width = between(
    least * Math.max(1, ratio),
    (wanted.width + wanted.height * ratio) / 2,
    Math.min(most.width, most.height * ratio),
  )
  return { width, height: width / ratio }
}

const between = (least: number, value: number, most: number) =>
  Math.max(0, Math.min(Math.max(least, value), most))
