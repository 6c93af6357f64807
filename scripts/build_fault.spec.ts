import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'

const { buildFault }: { buildFault: (error: unknown, place: object) => Promise<string> } = await import(
  new URL('build_fault.mjs', import.meta.url).href
)

const folder = fileURLToPath(new URL('../plugins/fields/rating', import.meta.url))
const PLACE = { family: 'fields', kind: 'rating', folder } as const

test.group('What a bundler says', () => {
  test('an import that leads nowhere is told as the server tells it')
    .with([
      ['@acme/stars', 'It imports @acme/stars, which is not installed: name it among the dependencies in'],
      ['@acme/stars/row.js', 'It imports @acme/stars/row.js, which is not installed: name it among the'],
      ['./row.tsx', 'It imports ./row.tsx, which is not there.'],
      [
        '@formwright/kit/stars',
        'It imports @formwright/kit/stars, which the kit of this server does not have.',
      ],
    ])
    .run(async ({ assert }, [name, said]) => {
      for (const words of [
        `Rolldown failed to resolve import "${name}" from "${folder}/respond.tsx".`,
        `Could not resolve '${name}' in plugins/fields/rating/respond.tsx`,
      ]) {
        const reason = await buildFault(new Error(words), PLACE)
        assert.include(reason, `${folder} cannot be built: in respond.tsx: ${said}`)
        assert.match(reason, / Correct it, or remove the folder\.$/)
      }
    })
})
