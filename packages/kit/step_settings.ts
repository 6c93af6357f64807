import * as v from 'valibot'

/** A setting that is a number of steps or an end of them: as exact as `stepped.ts` counts. */
export const stepNumber = v.pipe(
  v.number(),
  v.minValue(-1e9),
  v.maxValue(1e9),
  v.check((number) => Number(number.toFixed(4)) === number, 'Use at most four decimals.'),
)
