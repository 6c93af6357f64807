import { MOST_ITEMS } from '@formwright/kit/address'
import type { PublishedForm } from '#app/forms/versions'
import type { CodedError } from '#app/http/errors'
import { inLine } from '#app/http/load_shedding'
import { plugins } from '#app/plugins/registry'
import { AnswersRefused, unknownAnswers } from '#app/respond/request/errors'
import { itemIds, repeatOf, sectionOf, unaskedIn } from '#app/respond/submission/addresses'
import { within } from '#app/workspaces/within'
import type { Block } from '#engine/document/document'
import type { BlockProblem } from '#engine/response/response'

/** Answers by the address of their field. */
export interface NamedAnswers {
  raws: Record<string, unknown>
  /** fields the person emptied */
  cleared: string[]
  /** sections whose items came as objects: nothing else is in them */
  whole: readonly string[]
  /** names of what was a field once, or takes no answer: left out */
  ignored: string[]
  /** addresses, among those, of questions that must be answered and cannot be asked: something was said of them */
  unread: readonly string[]
  /** what to answer instead, when something was named that never was a field of the form */
  refusal?: CodedError
}

type Form = { workspaceId: string; formId: string }

/** Ids by the names they have in one place: at the top (`''`), or in the items of a section. */
type Names = ReadonlyMap<string, ReadonlyMap<string, string>>

const TOP = ''

/**
 * Reads answers that are named by the id, the key or a former key of their field, as this version has it
 * (docs/decisions.md: Names of answers, References by id). A section that repeats is a list of its items: of objects, by
 * the names of their fields, or of ids, where the answers follow as `section.item.field`. Names of the form's other
 * versions are left out and listed; a name that no version ever had is a mistake of whoever sends it. `known`: the items
 * that a section has already, whose ids those at the same places go by.
 */
export async function readAnswers(
  form: Form,
  published: PublishedForm,
  answers: Iterable<[name: string, value: unknown]>,
  known: (section: string) => readonly string[] = () => [],
): Promise<NamedAnswers> {
  const reading = new Reading(published, known)
  for (const [name, value] of answers) reading.read(name, value)
  const { raws, cleared, whole, unread, passed, unnamed, problems } = reading
  const ignored = [...new Set([...unnamed.map(({ shown }) => shown), ...passed])]
  const refusal =
    (await refusalOf(form, published, unnamed)) ??
    (problems.length > 0 ? new AnswersRefused(problems, published.document) : undefined)
  return { raws, cleared, whole, ignored, unread, ...(refusal && { refusal }) }
}

/** A name nobody has in this version: where it was looked for, and how it is spoken of. */
interface Unnamed {
  place: string
  name: string
  shown: string
}

class Reading {
  readonly raws: Record<string, unknown> = {}
  readonly cleared: string[] = []
  readonly whole: string[] = []
  /** names of what is in this version, and cannot be asked */
  readonly passed: string[] = []
  readonly unread: string[] = []
  readonly unnamed: Unnamed[] = []
  readonly problems: BlockProblem[] = []
  readonly #names: Names
  readonly #unasked: Names
  readonly #known: (section: string) => readonly string[]

  constructor(published: PublishedForm, known: (section: string) => readonly string[] = () => []) {
    this.#names = namesIn(published)
    this.#unasked = namesAmong(published, unaskedIn(published))
    this.#known = known
  }

  read(name: string, value: unknown): void {
    const [outer = '', item, inner, ...rest] = name.split('.')
    const id = this.#names.get(TOP)?.get(outer)
    if (inner !== undefined && item !== undefined && rest.length === 0 && id !== undefined) {
      return this.#put(id, inner, name, value, `${id}.${item}.`)
    }
    if (id !== undefined && item === undefined && this.#names.has(id)) return this.#readItems(id, name, value)
    this.#put(TOP, name, name, value, '')
  }

  #put(place: string, name: string, shown: string, value: unknown, before: string): void {
    const id = this.#names.get(place)?.get(name)
    const unasked = this.#unasked.get(place)?.get(name)
    if (unasked !== undefined) {
      this.passed.push(shown)
      if (value !== null) this.unread.push(before + unasked)
    } else if (id === undefined) this.unnamed.push({ place, name, shown })
    else if (value === null) this.cleared.push(before + id)
    else this.raws[before + id] = value
  }

  #readItems(section: string, name: string, value: unknown): void {
    const items: unknown[] | undefined = Array.isArray(value) ? value : value === null ? [] : undefined
    const ids = items && itemIds(items)
    if (!items || !ids || !(ids.length === items.length || items.every(isObject))) {
      return void this.problems.push({ block: section, path: section, code: 'format' })
    }
    if (items.length > MOST_ITEMS) {
      const params = { max: MOST_ITEMS }
      return void this.problems.push({ block: section, path: section, code: 'too-many', params })
    }
    // An item that is sent without an id is known by its place.
    const own = ids.length === items.length ? ids : placedIds(this.#known(section), items.length)
    this.raws[section] = own
    if (ids.length < items.length) this.whole.push(section)
    for (const [place, item] of items.entries()) {
      if (!isObject(item)) continue
      for (const [inner, answer] of Object.entries(item)) {
        this.#put(section, inner, `${name}.${inner}`, answer, `${section}.${own[place]}.`)
      }
    }
  }
}

/** Ids for so many items: those that are known, in order, and new ones behind them. */
function placedIds(known: readonly string[], count: number): string[] {
  const ids = known.slice(0, count)
  for (let number = 1; ids.length < count; number += 1) {
    const id = `item${number}`
    if (!known.includes(id)) ids.push(id)
  }
  return ids
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The address of the field of this name; throws when there never was such a field. A field that is no more has its own
 * id. In an item it is named with its section and the id of the item before it.
 */
export async function fieldNamed(form: Form, published: PublishedForm, name: string): Promise<string> {
  const reading = new Reading(published)
  reading.read(name, '')
  const [path] = Object.keys(reading.raws)
  if (path !== undefined) return path
  const refusal = await refusalOf(form, published, reading.unnamed)
  if (refusal) throw refusal
  return name
}

/** Keys by the id of their field or section, of all that takes answers. */
export function keysOf(published: PublishedForm): Map<string, string> {
  const keys = new Map<string, string>()
  for (const { id, key } of answerable(published)) if (key !== undefined) keys.set(id, key)
  return keys
}

async function refusalOf(
  form: Form,
  published: PublishedForm,
  unnamed: readonly Unnamed[],
): Promise<CodedError | undefined> {
  if (unnamed.length === 0) return undefined
  const ever = await namesEver(form, published, unnamed)
  const unknown = unnamed.filter(({ place, name }) => !ever.has(`${place} ${name}`))
  if (unknown.length === 0) return undefined
  const places = new Set(unknown.map(({ place }) => place))
  const { document } = published
  const names = answerable(published).flatMap((block) => {
    const section = sectionOf(document, block)
    if (!places.has(section?.id ?? TOP)) return []
    const name = block.key ?? block.id
    return [section ? `${section.key ?? section.id}.${name}` : name]
  })
  return unknownAnswers([...new Set(unknown.map(({ shown }) => shown))], names)
}

const namesOf = new WeakMap<PublishedForm, Names>()

function namesIn(published: PublishedForm): Names {
  const known = namesOf.get(published)
  if (known) return known
  const blocks = answerable(published)
  const names = namesAmong(published, blocks)
  for (const block of blocks) if (repeatOf(block) && !names.has(block.id)) names.set(block.id, new Map())
  namesOf.set(published, names)
  return names
}

/** The ids of these blocks by their names. */
function namesAmong({ document }: PublishedForm, blocks: readonly Block[]): Map<string, Map<string, string>> {
  const names = new Map<string, Map<string, string>>()
  if (blocks.length === 0) return names
  const places = new Map(blocks.map((block) => [block.id, sectionOf(document, block)?.id ?? TOP]))
  const add = (name: string, id: string) => {
    const place = places.get(id)
    if (place === undefined) return
    const own = names.get(place) ?? new Map<string, string>()
    names.set(place, own.set(name, id))
  }
  for (const [name, id] of Object.entries(document.aliases)) add(name, id)
  for (const { id, key } of blocks) if (key !== undefined) add(key, id)
  for (const { id } of blocks) add(id, id)
  return names
}

/** Fields that take answers, and sections that repeat. */
function answerable({ document, publicForm }: PublishedForm): Block[] {
  const ids = new Set(
    publicForm.blocks.flatMap(({ id, family, labelling, section }) =>
      (family === 'field' && labelling !== 'none') || section?.repeat ? [id] : [],
    ),
  )
  return document.blocks.filter(({ id }) => ids.has(id))
}

/** Of versions beyond so many bytes, as they are stored, only the keys are known, which newer ones hand on. */
const MOST_BYTES = 4_000_000

/** How ids and keys look: nothing else was ever one. */
const NAME = /^[a-z][a-z0-9_]{0,63}$/

/** So many look for names at the same time, of a form and in all; so many of a form wait, so long in milliseconds. */
const AT_ONCE = { form: 1, all: 4 }
const LINE = { most: 20, ms: 5_000 }

/**
 * Which of some ids, keys and former keys fields have in any of the newest versions of the form, each behind its place.
 * Asked for only where a name is not known. 503 where too many ask.
 */
async function namesEver(
  { workspaceId, formId }: Form,
  { document }: PublishedForm,
  unnamed: readonly Unnamed[],
): Promise<ReadonlySet<string>> {
  const asked = unnamed.map(({ name }) => name).filter((name) => NAME.test(name))
  const ids = asked.flatMap((name) => (Object.hasOwn(document.aliases, name) ? [document.aliases[name]] : []))
  const places = [
    { of: `names of ${formId}`, most: AT_ONCE.form },
    { of: 'names', most: AT_ONCE.all },
  ] as const
  const blocks = await inLine(places, LINE, () => blocksNamed(workspaceId, formId, [...asked, ...ids]))
  const names = new Set<string>()
  const placeOf = new Map<string, string>()
  for (const { block, section } of blocks) {
    if (plugins.registry().layout(block.kind) && !repeatOf(block)) continue
    const place = section && repeatOf(section) ? section.id : TOP
    placeOf.set(block.id, place)
    names.add(`${place} ${block.id}`)
    if (block.key !== undefined) names.add(`${place} ${block.key}`)
  }
  for (const alias of Object.entries(document.aliases)) {
    for (const name of alias) names.add(`${placeOf.get(alias[1]) ?? TOP} ${name}`)
  }
  return names
}

/** Blocks with one of these ids or keys in the newest versions, with what they stand in. */
function blocksNamed(
  workspaceId: string,
  formId: string,
  names: string[],
): Promise<{ block: Block; section: Block | null }[]> {
  return within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { block: Block; section: Block | null }[] }>(
      `select distinct block, section
       from (
         select document, pg_column_size(document) as bytes,
                sum(pg_column_size(document)) over (order by number desc) as through
         from form_versions where workspace_id = ? and form_id = ?
       ) versions, jsonb_array_elements(document -> 'blocks') block
       left join lateral (
         select one as section from jsonb_array_elements(document -> 'blocks') one
         where one ->> 'id' = block ->> 'parent'
       ) sections on true
       where through - bytes < ? and (block ->> 'id' = any(?) or block ->> 'key' = any(?))`,
      [workspaceId, formId, MOST_BYTES, names, names],
    )
    return rows
  })
}
