import { test } from '@japa/runner'
import { fingerprintOf, fingerprintSteps } from '#app/forms/canonical'
import { emptySettings, type FormDocument } from '#engine/document/document'
import { finish } from '#engine/steps'

test.group('Fingerprint of a form', () => {
  const empty: FormDocument = { format: 1, settings: emptySettings('A form'), blocks: [], aliases: {} }
  const text = (id: string) => ({ id, kind: 'text', v: 1, settings: { z: 1, a: ['"blocks":[]'] } })
  const DOCUMENTS: [string, FormDocument][] = [
    ['without blocks', empty],
    ['with one', { ...empty, blocks: [text('first0')], aliases: { old: 'first0' } }],
    ['with several', { ...empty, blocks: [text('first0'), text('second')] }],
  ]
  for (const [name, document] of DOCUMENTS) {
    test(`${name}: made block by block it is that of the whole`, ({ assert }) => {
      assert.equal(finish(fingerprintSteps(document)), fingerprintOf(document))
    })
  }
})
