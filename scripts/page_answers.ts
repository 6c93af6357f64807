import type { ESTree, Plugin } from 'vite'

/** What tables and exports ask of an answer module, and the public page never does. */
const UNASKED = new Set(['columns', 'cells', 'claims'])
/** By these an answer module is known. */
const MARKS = ['fromForm', 'toRaw', 'parse', 'validate']

/** Leaves out of the public page's script what it never asks of answers, and with it the code behind that. */
export function answersOfPage(): Plugin {
  return {
    name: 'formwright-answers-of-page',
    enforce: 'post',
    transform(code, id) {
      if (!/\/answer\.[jt]s$/.test(id)) return undefined
      const left = withoutUnasked(code, this.parse(code))
      return left === code ? undefined : { code: left, map: null }
    },
  }
}

/** The code without those members of the answer modules in it. */
function withoutUnasked(code: string, program: ESTree.Program): string {
  const cuts: [start: number, end: number][] = []
  for (const object of modulesIn(program)) {
    object.properties.forEach((property, place) => {
      if (!UNASKED.has(keyOf(property))) return
      // With the comma behind it, or the one before the last.
      const next = object.properties[place + 1]
      cuts.push(next ? [property.start, next.start] : [property.start, object.end - 1])
    })
  }
  return cuts.reduceRight((left, [start, end]) => left.slice(0, start) + left.slice(end), code)
}

/** Object literals at the top of a module that are answer modules, also as the argument of a call. */
function modulesIn(program: ESTree.Program): ESTree.ObjectExpression[] {
  return program.body.flatMap((statement) => {
    const declared = 'declaration' in statement ? statement.declaration : statement
    const values =
      declared?.type === 'VariableDeclaration' ? declared.declarations.map(({ init }) => init) : [declared]
    return values
      .map((value) => (value?.type === 'CallExpression' ? value.arguments[0] : value))
      .filter((value) => value?.type === 'ObjectExpression')
      .filter(({ properties }) => MARKS.every((mark) => properties.some((one) => keyOf(one) === mark)))
  })
}

function keyOf(property: ESTree.ObjectExpression['properties'][number]): string {
  return property.type === 'Property' && property.key.type === 'Identifier' && !property.computed
    ? property.key.name
    : ''
}
