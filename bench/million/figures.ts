/** Runs `work` again and again and says how long it took, in milliseconds. */
export async function timesOf(rounds: number, work: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await work(round)
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)
}

/** The value below which this share of sorted times lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

let missed = 0

/** Prints one figure with its floor; a miss makes the bench fail. */
export function figure(what: string, value: string, floor?: { text: string; held: boolean }): void {
  if (floor && !floor.held) missed++
  console.log(
    `${what.padEnd(58)} ${value.padEnd(44)} ${floor ? `${floor.held ? 'ok  ' : 'MISS'} ${floor.text}` : ''}`,
  )
}

/** The exit code of a bench: 1 when a floor was missed. */
export function exitCode(): number {
  return missed > 0 ? 1 : 0
}

/** Milliseconds for people. */
export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
}
