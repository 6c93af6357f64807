import { basename } from 'node:path'
import { tellable } from '../../engine/faults.ts'

/** Where in the folder of its plugin an error came from, as the end of a sentence; undefined where its stack does not say. */
export function faultPlace(folder: string, error: unknown): string | undefined {
  const { stack = '' } = tellable(error)
  const frame = stack.split('\n').find((line) => line.includes(`${folder}/`))
  const place = frame === undefined ? null : /([^/\\()]+):(\d+):\d+\)?$/.exec(frame)
  return place ? `in ${basename(place[1] ?? '')}, line ${place[2]}` : undefined
}
