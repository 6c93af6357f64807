import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { test } from '@japa/runner'
import { partsOf } from './page_parts.ts'
import { joined, joinedStyles, operationPart } from '../app/http/script_parts.ts'

const RESPOND = 'virtual:plugins/respond/fields'

/** A build as the bundler leaves it: what the chunks do stands in `log`. */
const files: Record<string, string> = {
  'assets/page-1.js':
    'const a=globalThis.log;a.push("page");const r={t:()=>import("./text-2.js"),n:()=>import(`./number-3.js`),l:()=>import(`./later-5.js`)};globalThis.load=r;const q=n=>a.push(n);export{q as x,a as default}',
  'assets/text-2.js':
    'import{x as e}from"./page-1.js";import*as s from"./shared-4.js";e("text "+s.two);var t=1;export{t as Control,s as default}',
  'assets/number-3.js':
    'import q,{x as e}from"./page-1.js";import"./shared-4.js";e("number "+q.length);export{e as f}',
  'assets/shared-4.js': 'import{x as e}from"./page-1.js";e("shared");const b=2;export{b as two}',
  'assets/later-5.js': 'const l=1;export{l as later}',
  'assets/page-1.css': 'body{margin:0}',
  'assets/text-2.css': '\np{margin:0}\n',
  'assets/number-3.css': 'b{margin:0}',
  'assets/own_zone-6.js': 'globalThis.log.push("own zone")',
}
const manifest = {
  'browser.tsx': { file: 'assets/page-1.js', name: 'browser', isEntry: true, css: ['assets/page-1.css'] },
  [`${RESPOND}/text`]: {
    ...{ file: 'assets/text-2.js', name: 'text', css: ['assets/text-2.css'] },
    imports: ['browser.tsx', '_shared.js'],
  },
  [`${RESPOND}/number`]: {
    ...{ file: 'assets/number-3.js', name: 'number', css: ['assets/number-3.css'] },
    imports: ['browser.tsx', '_shared.js'],
  },
  '_shared.js': { file: 'assets/shared-4.js', name: 'shared', imports: ['browser.tsx'] },
  'later.ts': { file: 'assets/later-5.js', name: 'later' },
  'page.css': { file: 'assets/page.css' },
  'frontend/respondent/own_zone.ts': { file: 'assets/own_zone-6.js', name: 'own_zone', isEntry: true },
}
/** As Node reads it without a package beside it. */
const mjs = (code: string) => code.replaceAll(/(\.\/[\w-]+)\.js/g, '$1.mjs')
const build = () => partsOf(manifest, (file) => files[file] ?? '')

test.group('The script of a page', () => {
  test('holds the parts named and what they need, each run once, when it is asked for', async ({
    assert,
  }) => {
    const script = joined(build(), ['text', 'number']) ?? ''
    const log: string[] = []
    let load: Record<string, () => Promise<Record<string, unknown>>> = {}
    Object.assign(globalThis, { log })
    Object.defineProperty(globalThis, 'load', {
      configurable: true,
      set: (given: typeof load) => (load = given),
    })
    await import(`data:text/javascript,${encodeURIComponent(script)}`)
    assert.deepEqual(log, ['page'])
    const [text, again] = await Promise.all([load.t(), load.t()])
    assert.deepEqual(log, ['page', 'shared', 'text 2'])
    assert.strictEqual(text, again)
    assert.deepInclude(text, { Control: 1, default: { two: 2 } })
    await load.n()
    assert.deepEqual(log.slice(3), ['number 3'])
  })

  test('lists the loaders of its own kinds only', async ({ assert }) => {
    const page =
      'globalThis.load={text:()=>import("./text-2.js"),"number":()=>import(`./number-3.js`)};export{a as x,a as default};var a=[]'
    const parts = partsOf(manifest, (file) => (file === 'assets/page-1.js' ? page : (files[file] ?? '')))
    const script = joined(parts, ['text']) ?? ''
    assert.include(script, '__kinds={"text":()=>__load(__text)}')
    assert.notInclude(script, 'number')
  })

  test('a kind whose chunk also gives something to what is loaded later is still the kind', async ({
    assert,
  }) => {
    const more: Record<string, string> = {
      ...files,
      'assets/page-1.js':
        'const __vite__mapDeps=(i)=>i;\nglobalThis.load={text:()=>$(()=>import("./text-2.js").then(e=>e.n),__vite__mapDeps([0])),"number":()=>$(()=>import(`./number-3.js`),[])};export{a as x,a as default};var a=[]',
      'assets/text-2.js':
        'const n={Control:1},r=2;globalThis.late=()=>import("./later-5.js");export{n,r as answer}',
      'assets/later-5.js': 'import{answer as e}from"./text-2.js";const l=e+1;export{l as later}',
    }
    const text = `${RESPOND}/text`
    const built = partsOf(
      {
        ...manifest,
        [text]: { ...manifest[text], imports: [], dynamicImports: ['later.ts'] },
        'later.ts': { ...manifest['later.ts'], imports: [text] },
      },
      (file) => more[file] ?? '',
    )
    const script = joined(built, ['text']) ?? ''
    assert.notInclude(script, 'mapDeps')
    assert.notInclude(script, 'number')
    const load: { text?(): Promise<unknown> } = {}
    Object.defineProperty(globalThis, 'load', {
      configurable: true,
      set: (given: typeof load) => Object.assign(load, given),
    })
    await import(`data:text/javascript,${encodeURIComponent(script)}`)
    assert.deepEqual(await load.text?.(), { Control: 1 })
  })

  test('its styles are those of the page and of its own kinds, one after the other', ({ assert }) => {
    assert.equal(joinedStyles(build(), ['text']), 'body{margin:0}p{margin:0}')
    assert.equal(joinedStyles(build(), []), 'body{margin:0}')
    assert.isUndefined(joinedStyles(build(), ['nothing']))
  })

  test('what its kinds import alike stands in its styles once', ({ assert }) => {
    const card = '.card{margin:0}@media print{@supports (a:b){.card{margin:1px}}}'
    const more: Record<string, string> = {
      ...files,
      'assets/text-2.css': `${card}p{margin:0}`,
      'assets/number-3.css': `b{margin:0}${card}`,
    }
    const built = partsOf(manifest, (file) => more[file] ?? '')
    const styles = joinedStyles(built, ['text', 'number']) ?? ''
    for (const rule of [card, 'p{margin:0}', 'b{margin:0}']) assert.lengthOf(styles.split(rule), 2)
    assert.throws(() =>
      partsOf(manifest, (file) => (file === 'assets/page-1.css' ? '@layer a;' : (more[file] ?? ''))),
    )
  })

  test('has nothing of kinds that are not named, and what is loaded later stays a file', ({ assert }) => {
    const script = joined(build(), ['text']) ?? ''
    assert.notInclude(script, '"number "')
    assert.notInclude(JSON.stringify(build()), 'own zone')
    assert.include(script, 'import(`./later-5.js`)')
    assert.isUndefined(joined(build(), ['text', 'nothing']))
    assert.isUndefined(joined(build(), ['toString']))
  })

  test('what is loaded later and uses the page is a file that the page hands itself to', async ({
    assert,
  }) => {
    const more: Record<string, string> = {
      ...files,
      'assets/page-1.js': (files['assets/page-1.js'] ?? '').replace(',l:()=>import(`./later-5.js`)', ''),
      'assets/text-2.js':
        'import{x as e}from"./page-1.js";e("text");globalThis.late=()=>import("./later-5.js");export{e as Control}',
      'assets/later-5.js':
        'import q,{x as e}from"./page-1.js";import{o}from"./other-7.js";import{p as n}from"./plain-8.js";e("later "+[q.length,o,n]);export{e as later}',
      'assets/other-7.js': 'import{two as t}from"./shared-4.js";const o="other "+t;export{o}',
      'assets/plain-8.js': 'const p="plain";export{p}',
      'assets/later-5.css': 'i{margin:0}',
    }
    const text = `${RESPOND}/text`
    const built = partsOf(
      {
        ...manifest,
        [text]: { ...manifest[text], imports: ['browser.tsx'], dynamicImports: ['later.ts'] },
        'later.ts': {
          ...manifest['later.ts'],
          imports: ['browser.tsx', '_other.js', '_plain.js'],
          css: ['assets/later-5.css'],
        },
        '_other.js': { file: 'assets/other-7.js', name: 'other', imports: ['_shared.js'] },
        '_plain.js': { file: 'assets/plain-8.js', name: 'plain' },
      },
      (file) => more[file] ?? '',
    )
    const script = joined(built, ['text']) ?? ''
    assert.notInclude(script, '"later "')
    assert.notInclude(joinedStyles(built, ['text']) ?? '', 'i{')
    assert.notInclude(joined(built, ['number']) ?? '', 'later-5')

    const folder = mkdtempSync(join(tmpdir(), 'page-'))
    try {
      for (const [file, code] of [['assets/plain-8.js', more['assets/plain-8.js']], ...built.later])
        writeFileSync(join(folder, basename(`${file}`).replace('.js', '.mjs')), mjs(`${code}`))
      writeFileSync(join(folder, 'page.mjs'), mjs(script))
      const log: string[] = []
      const links: unknown[] = []
      const load: { text?(): Promise<unknown> } = {}
      const append = (link: { rel: string; href: string; onload(): void }) => {
        links.push([link.rel, link.href])
        setTimeout(link.onload, 0)
      }
      Object.assign(globalThis, { log, document: { createElement: () => ({}), head: { append } } })
      Object.defineProperty(globalThis, 'load', {
        configurable: true,
        set: (given: typeof load) => Object.assign(load, given),
      })
      await import(pathToFileURL(join(folder, 'page.mjs')).href)
      await load.text?.()
      assert.deepEqual(log, ['page', 'text'])
      const late: unknown = Reflect.get(globalThis, 'late')
      if (typeof late !== 'function') return assert.fail('nothing is loaded later')
      const [first, again]: unknown[] = await Promise.all([late(), late()])
      assert.deepEqual(log, ['page', 'text', 'shared', 'later 3,other 2,plain'])
      assert.strictEqual(first, again)
      assert.deepEqual(links, [['stylesheet', '/respondent/assets/later-5.css']])
    } finally {
      rmSync(folder, { recursive: true })
      Reflect.deleteProperty(globalThis, 'document')
    }
  })

  test('nobody takes the helper of the bundler: what is loaded later loads itself, whatever is done then', ({
    assert,
  }) => {
    const maps = 'const __vite__mapDeps=(i)=>i;\n'
    const loads = [
      'e(()=>import("./later-5.js"),[])',
      'e(()=>import("./later-5.js").then(s,f),__vite__mapDeps([0,1]))',
      'e(()=>import("./later-5.js").then(e=>e.later,()=>s(f(1))),__vite__mapDeps([0]))',
      'e(async()=>{let{later:t}=await import("./later-5.js");return{later:t}},__vite__mapDeps([0])).then(s,f)',
    ]
    for (const load of loads) {
      const code = `${maps}import{h as e}from"./page-1.js";globalThis.late=()=>${load};var t=1;export{t as Control}`
      const { parts } = partsOf(manifest, (file) =>
        file === 'assets/text-2.js' ? code : (files[file] ?? ''),
      )
      const text = parts.text?.code ?? ''
      assert.notInclude(text, '__page')
      assert.notInclude(text, 'mapDeps')
      assert.include(text, 'import("./later-5.js")')
      assert.doesNotThrow(() => new Script(`(()=>${text})`))
    }
  })

  test('a chunk that loads others in a way that is not known stops the build', ({ assert }) => {
    const code = 'var t=1;e(()=>import("./later-5.js").catch(s),__vite__mapDeps([0]));export{t as Control}'
    const read = (file: string) => (file === 'assets/text-2.js' ? code : (files[file] ?? ''))
    assert.throws(() => partsOf(manifest, read), /cannot be joined/)
  })

  test('operations of formulas come with the page that names them, and with no other', ({ assert }) => {
    const more: Record<string, string> = {
      ...files,
      'assets/dates-6.js': 'const d="all dates";export{d as operations}',
    }
    const dates = { file: 'assets/dates-6.js', name: 'dates' }
    const key = 'engine/logic/interpreter/operations/dates.ts'
    const page = { ...manifest['browser.tsx'], dynamicImports: [key] }
    const parts = partsOf({ ...manifest, 'browser.tsx': page, [key]: dates }, (file) => more[file] ?? '')
    assert.notInclude(joined(parts, ['text']), 'all dates')
    assert.include(joined(parts, ['text', operationPart('dates')]), 'all dates')
  })

  test('its id changes with the code', ({ assert }) => {
    const other = partsOf(manifest, (file) => (files[file] ?? '').replace('"number "', '"amount "'))
    assert.notEqual(build().id, other.id)
    assert.equal(build().id, build().id)
  })

  test('a chunk that cannot be joined stops the build', ({ assert }) => {
    assert.throws(() => partsOf(manifest, () => 'export*from"./page-1.js"'), /cannot be joined/)
  })
})
