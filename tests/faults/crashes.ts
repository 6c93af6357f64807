import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, Instance } from '#tests/functional/ground/instance'
import { HTML } from '#tests/functional/respond/answering'
import { Visitor } from '#tests/functional/visitor'

/** A submission that was answered in these milliseconds, or not at all. */
const PATIENCE = 60_000

/** What `npm start` and its clients went through. */
export interface CrashReport {
  /** milliseconds from each kill to the next right answer, in order */
  back: number[]
  /** answers that were neither right, nor a connection refused or cut, nor 503 */
  wrong: string[]
  acknowledged: number
  /** acknowledged submissions that are not there */
  lost: number
  /** how often Node said that its heap was full */
  full: number
  /** ended in good order */
  code: number | null
}

/** Kills server and database of an instance again and again while people ask for pages and submit. */
export async function runCrashes(storage: string, crashes: number): Promise<CrashReport> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const instance = new Instance({
    ...{ STORAGE_DIR: storage, PORT: String(port), HEAP_MB: '200' },
    NODE_OPTIONS: `--import=${new URL('./fill_heap.mjs', import.meta.url).href}`,
  })
  await instance.ready()
  const { creator, form } = await publishedForm(url, instance.setupToken())
  const crowd = new Crowd(url, form.slug)
  const people = [crowd.visit(), crowd.submit(), crowd.submit()]
  const pidIn = (file: string) => Number(readFileSync(join(storage, file), 'utf8').split('\n')[0])
  const back: number[] = []
  for (let crash = 0; crash < crashes; crash += 1) {
    const file = crash % 3 === 1 ? 'postgres/data/postmaster.pid' : 'server.pid'
    const pid = pidIn(file)
    // the heap fills while people submit, until Node ends the server
    const full = crash % 3 === 2
    process.kill(pid, full ? 'SIGUSR2' : 'SIGKILL')
    if (full) await ended(pid)
    const killed = performance.now()
    await crowd.storedAfter(killed)
    back.push(performance.now() - killed)
  }
  crowd.gone = true
  await Promise.all(people)
  const csv = await creator.get(`/api/forms/${form.id}/submissions.csv`)
  const lost = crowd.acknowledged.filter((key) => !csv.text.includes(key)).length
  const { wrong, acknowledged } = crowd
  const code = await instance.stop()
  const full = instance.output.split('JavaScript heap out of memory').length - 1
  return { back, wrong, acknowledged: acknowledged.length, lost, full, code }
}

/** Resolves when a process is there no more. */
async function ended(pid: number): Promise<void> {
  const asked = performance.now()
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    if (performance.now() - asked > PATIENCE) throw new Error(`${pid} goes on after ${PATIENCE} ms`)
    await sleep(2)
  }
}

/** People at a form, each asking again and again. What they are answered is right, or that they have to wait. */
class Crowd {
  readonly wrong: string[] = []
  readonly acknowledged: string[] = []
  gone = false
  #storedAt = 0

  constructor(
    private readonly url: string,
    private readonly slug: string,
  ) {}

  /** Resolves when something was sent after this moment and stored. */
  async storedAfter(moment: number): Promise<void> {
    while (this.#storedAt < moment) {
      if (performance.now() - moment > PATIENCE) throw new Error(`nothing was stored for ${PATIENCE} ms`)
      await sleep(5)
    }
  }

  async visit(): Promise<void> {
    while (!this.gone) {
      await sleep(10)
      const page = await new Visitor(this.url).get(`/forms/${this.slug}`, HTML).catch(() => undefined)
      if (!page || page.status === 503) continue
      if (page.status !== 200 || !page.text.includes('name="f.name01"'))
        this.wrong.push(`page: ${page.status} ${page.text.slice(0, 200)}`)
    }
  }

  async submit(): Promise<void> {
    let key = randomUUID()
    while (!this.gone) {
      await sleep(10)
      const sent = performance.now()
      const answer = await new Visitor(this.url)
        .post(`/api/forms/${this.slug}/submissions`, { submission_key: key, answers: { name01: key } })
        .catch(() => undefined)
      if (!answer || answer.status === 503 || answer.status === 429) continue
      if (answer.status === 201) {
        this.acknowledged.push(key)
        this.#storedAt = sent
      } else this.wrong.push(`submission: ${answer.status} ${answer.text.slice(0, 200)}`)
      key = randomUUID()
    }
  }
}

interface Made {
  data: { id: string; slug: string }
}

async function publishedForm(url: string, token: string) {
  const creator = new Visitor(url)
  const must = async (path: string, body: object) => {
    const answer = await creator.post<Made>(path, body)
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body.data
  }
  await creator.get('/api/user')
  await must('/api/setup', {
    name: 'A',
    email: 'a@example.com',
    password: 'correct horse battery',
    token,
  })
  const workspace = await must('/api/workspaces', { name: 'Workshop' })
  const blocks = [{ id: 'name01', kind: 'text', v: 1, key: 'name01', label: 'Name', settings: {} }]
  const form = await must(`/api/workspaces/${workspace.id}/forms`, { title: 'A form', blocks })
  await must(`/api/forms/${form.id}/publication`, { revision: 1 })
  return { creator, form }
}
