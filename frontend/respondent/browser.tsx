import './page.css'
import './controls.css'
import { hydrateRoot } from 'react-dom/client'
import { learn } from '../../engine/logic/interpreter/interpreter.ts'
import { runResponse } from '../../engine/response/run.ts'
import { refuseEndless } from './endless.ts'
import { readForm } from './entries.ts'
import { FormPage } from './form_page.tsx'
import { loadKinds } from './kinds.ts'
import type { PageData } from './view.ts'
import { Visit } from './visit.ts'

/** The language the browser is set to; that of the form where it is none (`en-US@posix`), as a machine may have it. */
function localeOf({ language }: PageData['form']): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? language
  } catch {
    return language
  }
}

/** Many forms have neither rules nor formulas: of what runs them, each page loads what its form needs. */
const OPERATIONS = {
  arithmetic: () => import('../../engine/logic/interpreter/operations/arithmetic.ts'),
  dates: () => import('../../engine/logic/interpreter/operations/dates.ts'),
  items: () => import('../../engine/response/items.ts'),
  rules: () => import('../../engine/logic/interpreter/operations/rules.ts'),
  settings: () => import('../../engine/response/settings.ts'),
  texts: () => import('../../engine/logic/interpreter/operations/texts.ts'),
}

/**
 * Makes the page live. It is hydrated exactly as the server drew it; what the person's own time decides, what was typed
 * before the script came, and what this device kept, is laid over it right after (docs/decisions.md: Hydration).
 */
async function live(): Promise<void> {
  const form = document.getElementById('form')
  const root = document.getElementById('page')
  const text = document.getElementById('data')?.textContent
  if (!(form instanceof HTMLFormElement) || !root || !text) return
  let posted = false
  form.addEventListener('submit', () => (posted = true), { once: true })
  // A connection may lose it. It is asked for twice; without it the form is sent as without a script.
  const loadLater = () => import('./live/begin.ts')
  const later = loadLater()
    .catch(loadLater)
    .catch(() => undefined)
  const data: PageData = JSON.parse(text)
  data.params ??= Object.fromEntries(new URLSearchParams(location.search))
  const { blocks } = data.form
  const locale = localeOf(data.form)
  const [kinds, sections, media, codes] = await Promise.all([
    loadKinds(blocks.map((block) => block.kind)),
    blocks.some(({ family }) => family === 'section') ? import('./section.tsx') : undefined,
    blocks.some((block) => block.media) ? import('./media.tsx') : undefined,
    blocks.some((block) => block.confirms) ? import('./code_step.tsx') : undefined,
    Promise.all(
      data.form.plan.uses.map((set) => OPERATIONS[set]().then(({ operations }) => learn(operations))),
    ),
  ])
  const respond = (raws: PageData['raws'], now: number, timeZone?: string) =>
    runResponse(data.form.plan, kinds.answers, {
      locale,
      now,
      timeZone,
      source: 'form',
      params: data.params,
      startedOn: data.startedOn,
      raws,
      serverState: data.serverState,
    })
  const visit = new Visit(data, kinds, respond(data.raws, data.now ?? 0), {
    page: data.page,
    flagged: new Set(),
    notice: data.shown?.notice,
    phase: 'filling',
  })
  visit.locale = locale
  visit.sections = sections
  visit.media = media
  visit.codes = codes
  visit.loadStandIn = async () => {
    const loading = import('./stand_in.ts')
    visit.standIn = (await loading).standIn
  }
  visit.loadEndingRules = () => import('./ending_rules.ts')
  if (data.broken) await visit.loadStandIn()
  if (data.shown) {
    // What the server said is taken over like the rest; until that can be drawn, the page stays as it is.
    visit.remarks = (await later)?.remarks
    if (!visit.remarks) return
    visit.remarks.tell(visit, data.shown.problems ?? [])
  }
  const drawn = readForm(form, visit, true)
  const found = readForm(form, visit, false)
  visit.mounted = () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const renew = (raws: PageData['raws']) => {
      visit.response = respond({ ...visit.response.raws(), ...raws }, Date.now(), timeZone)
    }
    renew({})
    const raws = visit.response.raws()
    for (const [path, raw] of Object.entries(found))
      if (JSON.stringify(raw) !== JSON.stringify(drawn[path])) visit.set(path, raw)
    void later.then((loaded) => {
      if (loaded) void loaded.begin(visit, form, { raws, renew, posted })
      else visit.tellAll()
    })
  }
  hydrateRoot(root, <FormPage visit={visit} />)
}

if (import.meta.env.FRONTEND === 'preact') refuseEndless()
void live()
