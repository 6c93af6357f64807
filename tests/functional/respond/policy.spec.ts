import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import { plugins } from '#app/plugins/registry'
import { textBlock } from '#tests/functional/forms/factories'
import { HTML, open, press, publishedForm } from '#tests/functional/respond/answering'

/** A content security policy by directive. */
function directives(headers: Headers): Record<string, string[]> {
  const policy = headers.get('content-security-policy') ?? ''
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

test.group('The policy of a public page', () => {
  test('is made of what this version uses: its style by hash, the sources of its kinds, where its endings lead', async ({
    assert,
    cleanup,
  }) => {
    const kinds = [plugins.registry().field('text')?.definition, plugins.registry().layout('ending')]
    const [text, ending] = kinds
    if (!text || !ending) return assert.fail('kinds are missing')
    cleanup(() => kinds.forEach((kind) => kind && delete kind.csp))
    const asks = (...frames: string[]) => ({ 'img-src': ['https://tiles.example'], 'frame-src': frames })
    text.csp = () => asks('https://www.openstreetmap.org')
    ending.csp = () => ({ 'img-src': ['https://tiles.example', 'https://pixels.example'] })
    const blocks = [textBlock('name01', 'Name')]
    const leading = {
      id: 'ending1',
      kind: 'ending',
      v: 1,
      settings: { url: 'https://next.example/a', redirect: true },
    }
    const plain = await publishedForm(blocks)
    const more = await publishedForm([...blocks, leading], {
      appearance: { theme: 'notion', size: 'lg', radius: 'full', accent: '#ff00aa' },
    })
    // what the instance no longer allows is left out of versions there are
    text.csp = () => asks('https://www.openstreetmap.org', 'https://unheard.example')
    const [one, other] = [
      await plain.visitor.get(`/forms/${plain.slug}`, HTML),
      await more.visitor.get(`/forms/${more.slug}`, HTML),
    ]
    const [ofOne, ofOther] = [directives(one.headers), directives(other.headers)]
    assert.deepEqual(ofOne['img-src'], ["'self'", 'data:', 'https://tiles.example'])
    assert.deepEqual(ofOther['img-src'], [
      "'self'",
      'data:',
      'https://tiles.example',
      'https://pixels.example',
    ])
    assert.deepEqual(ofOther['frame-src'], ["'self'", 'https://www.openstreetmap.org'])
    assert.deepEqual(ofOne['form-action'], ["'self'"])
    assert.deepEqual(ofOther['form-action'], ["'self'", 'https://next.example'])
    for (const [page, policy] of [
      [one, ofOne],
      [other, ofOther],
    ] as const) {
      assert.deepEqual(policy['default-src'], ["'self'"])
      assert.deepEqual(policy['script-src'], ["'self'"])
      const styles = [...page.text.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style = '']) => style)
      assert.lengthOf(styles, 1)
      const hash = createHash('sha256')
        .update(styles[0] ?? '')
        .digest('base64')
      assert.deepEqual(policy['style-src'], ["'self'", `'sha256-${hash}'`])
      assert.notMatch(page.text, / style="| on[a-z]+="/)
    }
    assert.notDeepEqual(ofOne['style-src'], ofOther['style-src'])
  })

  test('is the same on the pages that follow, but for the rules of what is wrong and of the ending, which no page before carries', async ({
    assert,
  }) => {
    const form = await publishedForm([textBlock('name01', 'Name', { required: true })])
    const page = await form.visitor.get(`/forms/${form.slug}`, HTML)
    const wrong = await press(form.visitor, await open(form.visitor, `/forms/${form.slug}`), 'send')
    const sent = await press(form.visitor, await open(form.visitor, `/forms/${form.slug}`), 'send', {
      'f.name01': 'A',
    })
    const end = await form.visitor.get(sent.headers.get('location') ?? '', HTML)
    const ofPage = directives(page.headers)
    for (const [{ headers, text }, own] of [
      [wrong, 'scroll-padding-top'],
      [end, '.fw-ending'],
    ] as const) {
      const [style, more] = [...text.matchAll(/<style>([^]*?)<\/style>/g)].map(([, rules = '']) => rules)
      const hash = createHash('sha256')
        .update(more ?? '')
        .digest('base64')
      const styles = [...(ofPage['style-src'] ?? []), `'sha256-${hash}'`]
      assert.deepEqual(directives(headers), { ...ofPage, 'style-src': styles })
      assert.include(page.text, `<style>${style}</style>`)
      assert.include(more, own)
      assert.notInclude(page.text, own)
    }
    const sheets = [...page.text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(
      ([, href = '']) => href,
    )
    for (const href of sheets) assert.notInclude((await form.visitor.get(href)).text, '.fw-ending')
  })

  test('lets a page that tells a time run our own file, and nothing that stands in it', async ({
    assert,
  }) => {
    const form = await publishedForm(undefined, { access: { opensAt: '2999-01-01T00:00:00.000Z' } })
    const early = await form.visitor.get(`/forms/${form.slug}`, HTML)
    assert.deepEqual(directives(early.headers)['script-src'], ["'self'"])
    const scripts = [...early.text.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)]
    assert.lengthOf(scripts, 1)
    const [, attributes = '', inside] = scripts[0] ?? []
    assert.equal(inside, '')
    const script = await form.visitor.get(/ src="([^"]+)"/.exec(attributes)?.[1] ?? '')
    assert.equal(script.status, 200)
    assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/)
  })

  test('gives what its kinds ask for of the browser, and refuses all else', async ({ assert, cleanup }) => {
    const kinds = [plugins.registry().field('text')?.definition, plugins.registry().layout('ending')]
    const [text, ending] = kinds
    if (!text || !ending) return assert.fail('kinds are missing')
    cleanup(() => kinds.forEach((kind) => kind && delete kind.permissions))
    const plain = await publishedForm([textBlock('name01', 'Name')])
    const policyAt = async (path: string) => {
      const { headers } = await plain.visitor.get(path, HTML)
      const policy = (headers.get('permissions-policy') ?? '').split(', ')
      return Object.fromEntries(policy.map((one) => one.split('=')))
    }
    const nothing = await policyAt(`/forms/${plain.slug}`)
    for (const granted of Object.values(nothing)) assert.equal(granted, '()')
    assert.containsSubset(nothing, { camera: '()', microphone: '()', geolocation: '()', payment: '()' })
    assert.deepEqual(await policyAt('/api/no-such-thing'), nothing)

    text.permissions = () => ({ camera: [], fullscreen: ['https://player.example'] })
    ending.permissions = () => ({ fullscreen: ['https://player.example', 'https://other.example'] })
    const asking = await publishedForm([
      textBlock('name01', 'Name'),
      { id: 'ending1', kind: 'ending', v: 1, settings: {} },
    ])
    for (const path of [`/forms/${asking.slug}`, `/forms/${asking.slug}?name=Ada`]) {
      assert.deepEqual(await policyAt(path), {
        ...nothing,
        camera: '(self)',
        fullscreen: '(self "https://player.example" "https://other.example")',
      })
    }
  })
})
