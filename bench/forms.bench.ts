// The largest forms: 20 of them, 2,000 blocks of every kind each, on pages of about sixty. How long publishing one takes,
// and its first page: for its first visitor, who may come when nothing of it is in memory, and for those after.
// Run: npm run bench forms
import { run } from './respond/processes.ts'
import { exitCode, figure, ms, quantile, timesOf } from './million/figures.ts'

const PORT = 3813
const FORMS = 20
const BLOCKS = 2_000
process.env.HOST = '127.0.0.1'
process.env.PORT = String(PORT)
const { newForm, publish } = await import('#tests/functional/forms/factories')
const { everyKindOften } = await import('#tests/browser/respond/every_kind')

const blocks = everyKindOften(BLOCKS)
const server = await run('bin/server.ts', PORT)

/** The first page, whole; it fails where it is not there. */
async function firstPage(slug: string): Promise<number> {
  const page = await fetch(`http://127.0.0.1:${PORT}/forms/${slug}`)
  const html = await page.text()
  if (page.status !== 200) throw new Error(`page: ${page.status} ${html}`)
  return html.length
}

const { creator } = await newForm()
const made: { id: string; slug: string }[] = []
for (let count = 0; count < FORMS; count++) {
  made.push((await newForm(blocks, `Form ${count}`, creator)).form)
}
const [bare] = made.splice(0, 1, (await newForm(blocks, 'Form 0', creator)).form)
await publish(creator, bare.id)
await firstPage(bare.slug)

const published = await timesOf(FORMS, (round) => publish(creator, made[round].id))
const first = await timesOf(FORMS, (round) => firstPage(made[round].slug))
const later = await timesOf(FORMS, (round) => firstPage(made[round].slug))
figure('HTML of such a page', `${((await firstPage(made[0].slug)) / 1024).toFixed(0)} KB`)
for (const [what, times, floor] of [
  [`publishing ${BLOCKS} blocks`, published, 2_000],
  ['the first page, for its first visitor', first, 300],
  ['the first page, for those after', later, 300],
] as const) {
  const half = quantile(times, 0.5)
  figure(what, `${ms(half)} (median), at most ${ms(quantile(times, 1))}`, {
    text: `< ${ms(floor)}`,
    held: quantile(times, 1) < floor,
  })
}
await server.stop()
process.exit(exitCode())
