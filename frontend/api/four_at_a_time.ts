/** Does the same for each, four at a time: the first that fails ends it, and is thrown. */
export async function fourAtATime<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  const queue = [...all]
  const work = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await act(one)
  }
  await Promise.all([work(), work(), work(), work()])
}
