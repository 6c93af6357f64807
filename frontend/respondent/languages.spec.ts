import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import { scanPlugins } from '../../app/plugins/scan.ts'
import { isForNewBlocks, isForRespondents } from '../../scripts/plugins_for_vite.ts'

type Texts = Record<string, string>

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CORE = join(ROOT, 'frontend/respondent/texts')
const PLURAL = /_(zero|one|two|few|many|other)$/
const languages = readdirSync(CORE).map((name) => basename(name, '.json'))

const read = (file: string): Texts => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
const places = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

/** The keys a language needs for what English has: of counted texts one for each plural form it knows. */
function wanted(english: Texts, language: string): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const keys = Object.keys(english).flatMap((key) => {
    if (!PLURAL.test(key)) return [key]
    return pluralCategories.map((form) => key.replace(PLURAL, `_${form}`))
  })
  return [...new Set(keys)].sort()
}

/** What a translation says of parameters the original does not have, by key. */
function strange(texts: Texts, english: Texts): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    const original = english[key] ?? english[key.replace(PLURAL, '_other')] ?? ''
    return places(text)
      .filter((place) => !places(original).includes(place))
      .map((place) => `${key} ${place}`)
  })
}

/** Parameters that only some plural forms can do without: everything else must be said. */
function unsaid(texts: Texts, english: Texts): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    if (PLURAL.test(key) && !key.endsWith('_other')) return []
    return places(english[key] ?? '')
      .filter((place) => !places(text).includes(place))
      .map((place) => `${key} ${place}`)
  })
}

const sets = [
  { name: 'the core', folder: CORE },
  ...scanPlugins(ROOT)
    .found.filter(
      ({ family, folder }) =>
        ['fields', 'layout'].includes(family) && folder.startsWith(join(ROOT, 'plugins')),
    )
    .map(({ kind, files }) => ({ name: kind, folder: dirname(files.texts ?? '') })),
]

test.group('Languages of the public page', () => {
  test('there are some, English among them', ({ assert }) => {
    assert.includeMembers(languages, ['en', 'de', 'fr', 'es', 'ar'])
  })

  test('French is set with the narrow space that never breaks before its signs', ({ assert }) => {
    for (const { folder } of sets)
      for (const [key, text] of Object.entries(read(join(folder, 'fr.json'))))
        assert.notMatch(text, /[^\u202f](?:[;?!»]|:(?!\/\/))|«(?!\u202f)/, `${folder} ${key}`)
  })

  test('Arabic reads names and addresses in their own direction: C++ stays C++', ({ assert }) => {
    for (const { folder } of sets)
      for (const [key, text] of Object.entries(read(join(folder, 'ar.json'))))
        assert.notMatch(
          text,
          /(?<!\u2068)\{(names?|row|column|cell|option|hosts?|domains?|address|types)\}/,
          `${folder} ${key}`,
        )
  })

  for (const { name, folder } of sets) {
    for (const language of languages) {
      test(`${name} says everything in ${language}, and nothing else`, ({ assert }) => {
        const forRespondents = (texts: Texts): Texts =>
          Object.fromEntries(
            Object.entries(texts).filter(([key]) => isForRespondents(key) || isForNewBlocks(key)),
          )
        const english = forRespondents(read(join(folder, 'en.json')))
        const texts = forRespondents(read(join(folder, `${language}.json`)))
        assert.deepEqual(Object.keys(texts).sort(), wanted(english, language))
        assert.deepEqual(strange(texts, english), [])
        assert.deepEqual(unsaid(texts, english), [])
        for (const [key, text] of Object.entries(texts)) assert.isNotEmpty(text.trim(), key)
      })
    }
  }

  test('to take an answer back is called the same in every kind', ({ assert }) => {
    for (const language of languages) {
      const words = sets.flatMap(({ name, folder }) => {
        const { clear } = read(join(folder, `${language}.json`))
        // a drawing is not a choice
        return clear === undefined || name === 'signature' ? [] : clear
      })
      assert.lengthOf([...new Set(words)], 1, language)
    }
  })
})
