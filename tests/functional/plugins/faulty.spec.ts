import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { newForm, publish } from '#tests/functional/forms/factories'
import { Installation } from '#tests/functional/plugins/installation'
import { HTML, type Published, submit } from '#tests/functional/respond/answering'
import { newCreator, Visitor } from '#tests/functional/visitor'

/** A published form of one question of this kind, made at the installation. */
async function formWith(place: Installation, kind: string, more: object = {}): Promise<Published> {
  const made = await newCreator()
  const visitor = new Visitor(place.url)
  visitor.cookies = made.visitor.cookies
  const creator = { ...made, visitor }
  const block = (id: string, of: string, label: string) => ({
    id,
    kind: of,
    v: 1,
    key: id,
    label,
    settings: {},
  })
  const { form } = await newForm(
    [{ ...block('bkind1', kind, `The ${kind}`), ...more }, block('bname1', 'text', 'Your name')],
    `A form with ${kind}`,
    creator,
  )
  await publish(creator, form.id)
  return { creator, id: form.id, slug: form.slug, visitor: new Visitor(place.url) }
}

interface Table {
  data: { rows: { cells: unknown[] }[] }
}

const BROKEN = ['torn', 'blind', 'halved', 'lying', 'gone'] as const

test.group('Plugins that broke', (group) => {
  let place: Installation
  const forms = new Map<string, Published>()
  let built = ''

  group.setup(async () => {
    place = await Installation.make()
    for (const kind of BROKEN) if (kind !== 'gone') place.dropField(kind)
    const gone = place.installPackage('@acme/formwright-gone', 'gone')
    await place.build()
    await place.start()
    for (const kind of BROKEN) {
      const form = await formWith(place, kind, { required: true })
      const sent = await submit(form, { bkind1: 20, bname1: 'Ada' })
      if (sent.status !== 201) throw new Error(sent.text)
      forms.set(kind, form)
    }
    await place.stop()
    const at = (kind: string, file: string) => join(place.root, 'plugins/fields', kind, file)
    writeFileSync(at('torn', 'respond.js'), 'export default function Torn() { return <')
    writeFileSync(at('blind', 'field.js'), 'throw new Error("no light")')
    rmSync(at('halved', 'answer.js'))
    writeFileSync(at('lying', 'answer.js'), 'export default { parse: () => ({ answer: 1, problems: [] }) }')
    rmSync(join(gone, 'dist/gone'), { recursive: true })
    const scout = await place.run('ace.js', 'make:integration', 'no-pigeon')
    if (scout.code !== 0) throw new Error(scout.output)
    place.edit('plugins/integrations/no-pigeon/deliver.ts', 'export default deliver', 'null.wings()')
    built = await place.build()
    await place.start()
    return () => place.remove()
  })

  test('the build says which are left out, and why', ({ assert }) => {
    for (const words of [
      /torn cannot be built: /,
      /blind cannot be loaded: Error: no light/,
      /halved lacks answer\.ts/,
      /answer\.js is not what a plugin's answer must be/,
      /dist\/gone lacks field\.ts/,
      /no-pigeon cannot be loaded: /,
    ])
      assert.match(built, words)
  })

  test('the doctor lists every plugin with version and state, and its exit code says that one is ill', async ({
    assert,
  }) => {
    const { code, output } = await place.ace('doctor')
    assert.equal(code, 1, output)
    assert.match(output, /fields.*text.*\d.*in use/)
    assert.match(output, /fields.*torn.*1.*cannot be used/)
    assert.match(output, /fields.*gone.*@acme\/formwright-gone@1\.0\.0.*cannot be used/)
    assert.match(output, /integrations.*no-pigeon.*1.*cannot be used/)
    assert.match(output, /fields\/blind: .*no light/)
  })

  test('their forms are shown without them, take submissions, and keep what was answered')
    .with([...BROKEN])
    .run(async ({ assert }, kind) => {
      const form = forms.get(kind)
      if (!form) throw new Error(`no form with ${kind}`)
      const page = await form.visitor.get(`/forms/${form.slug}`, HTML)
      assert.equal(page.status, 200)
      assert.notInclude(page.text, 'name="f.bkind1"')
      assert.include(page.text, 'name="f.bname1"')
      const sent = await submit(form, { bname1: 'Grace' })
      assert.equal(sent.status, 201, sent.text)
      const table = await form.creator.visitor.get<Table>(`/api/forms/${form.id}/submissions`)
      const cells = JSON.stringify(table.body.data.rows.map((row) => row.cells))
      for (const answer of ['20', 'Ada', 'Grace']) assert.include(cells, answer)
      const check = await form.creator.visitor.get<{
        data: { revision: number; problems: { code: string; block: string }[] }
      }>(`/api/forms/${form.id}/check`)
      const { revision, problems } = check.body.data
      assert.deepInclude(
        problems.map(({ code, block }) => ({ code, block })),
        { code: 'unknown-kind', block: 'bkind1' },
      )
      const again = await form.creator.visitor.post(`/api/forms/${form.id}/publication`, { revision })
      assert.equal(again.status, 422, again.text)
    })
})
