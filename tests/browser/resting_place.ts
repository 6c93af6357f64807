import type { Locator } from 'playwright'
import { eventually } from '#tests/browser/eventually'

/** Some frames, so that what moves is somewhere else after them, however slowly it is drawn. */
const FRAMES = `(async () => {
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
})()`

/** How far down the window something stands, once it stands still. */
export async function restingPlace(of: Locator): Promise<number | undefined> {
  let place: number | undefined
  await eventually(async () => {
    const before = (await of.boundingBox())?.y
    await of.page().evaluate(FRAMES)
    place = (await of.boundingBox())?.y
    if (place === undefined || place !== before) throw new Error(`It moved from ${before} to ${place}.`)
  })
  return place
}
