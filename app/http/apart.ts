import { Worker } from 'node:worker_threads'
import { putMainThreadFirst } from '#app/http/thread_priority'

/** Without work for so long the thread ends. */
const IDLE_MS = 60_000
/** So often it is looked how long the thread has worked. */
const LOOK_MS = 250

/** What a thread may use up. */
interface Bounds {
  /** milliseconds of the processor for one question */
  longest: number
  megabytes: number
}

/** A thread of its own, which answers one question after the other and is there while there are some. */
export class Apart<Question, Answer> {
  #thread: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(
    readonly script: URL,
    readonly bounds: Bounds,
  ) {}

  /** Its answer; asked by one at a time. Undefined where the thread ended before: it used up what it may. */
  ask(question: Question): Promise<Answer | undefined> {
    clearTimeout(this.#idle)
    const worker = (this.#thread ??= this.#begin())
    const before = workedBy(worker)
    return new Promise((resolve) => {
      const end = () => {
        clearInterval(look)
        if (this.#thread === worker) this.#thread = undefined
        resolve(undefined)
        void worker.terminate()
      }
      const look = setInterval(async () => {
        if ((await workedBy(worker)) - (await before) > this.bounds.longest) end()
      }, LOOK_MS).unref()
      worker.removeAllListeners()
      worker.on('online', putMainThreadFirst)
      worker.on('error', end).on('exit', end)
      worker.on('message', (answer: Answer) => {
        clearInterval(look)
        this.#idle = setTimeout(end, IDLE_MS).unref()
        resolve(answer)
      })
      worker.postMessage(question)
    })
  }

  #begin(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.bounds.megabytes }
    const worker = new Worker(this.script, { resourceLimits })
    worker.unref()
    return worker
  }
}

/** In milliseconds; 0 of a thread that has not begun. */
async function workedBy(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1000
}
