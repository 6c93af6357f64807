// The thread that draws large pages (`draw_apart.ts`): it knows plugins and the renderer, and no database.
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { plugins } from '#app/plugins/registry'
import type { Asked, AskedForm, Beginning, PageInBytes, Said } from '#app/respond/page/draw_apart'
import { answersOf } from '#app/respond/submission/blocks'
import { tellable } from '#engine/faults'
import { startResponse } from '#engine/response/start'
import type { PageForm, RenderedPage, Renderer } from '../../../frontend/respondent/view.ts'

const { root, leftOut, renderer: file, formsKnown }: Beginning = workerData
const say = (said: Said, bytes: readonly ArrayBuffer[] = []) => parentPort?.postMessage(said, [...bytes])

plugins.onFault = ({ kind, member, error }) => say({ fault: { kind, member, error: tellable(error) } })
const ready = plugins.load(root, leftOut).then(async () => {
  const { default: renderer }: { default: Renderer } = await import(pathToFileURL(file).href)
  return renderer
})
const formCache = new LRUCache<number, PageForm>({ max: formsKnown })

/** Asked for in the order in which the other side notes what is known here. */
function formOf({ number, form }: AskedForm): PageForm | undefined {
  if (form !== undefined) formCache.set(number, JSON.parse(form))
  return formCache.get(number)
}

async function drawForm(form: PageForm | undefined, { view }: AskedForm): Promise<PageInBytes> {
  const renderer = await ready
  if (!form) throw new Error('The form was not sent along.')
  const { data, options, ...rest } = view
  const response = startResponse(form.plan, answersOf, options)
  return inBytes(await renderer.form({ ...rest, data: { ...data, form }, response }))
}

function inBytes(drawn: RenderedPage): PageInBytes {
  const faults = drawn.faults?.map((fault) => ({ ...fault, error: tellable(fault.error) }))
  const [head, tail] = [drawn.head, drawn.tail].map((part) => new TextEncoder().encode(part))
  return { ...drawn, head, tail, ...(faults && { faults }) }
}

async function draw(asked: Asked): Promise<PageInBytes> {
  if ('state' in asked) return inBytes(await (await ready).state(asked.state))
  return drawForm(formOf(asked), asked)
}

parentPort?.on('message', (asked: Asked) => {
  const { id } = asked
  draw(asked).then(
    (drawn) => say({ id, drawn }, [drawn.head.buffer, drawn.tail.buffer]),
    (error: unknown) => say({ id, error: tellable(error) }),
  )
})
