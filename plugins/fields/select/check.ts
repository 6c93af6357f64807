import type { CheckedBlock, SettingsProblem } from '@formwright/kit/field'

/** The settings that say what can be chosen. */
export interface Choices {
  options: readonly {
    id: string
    label: string
    value?: string
    amount?: number
    picture?: object
    alt?: string
    parents?: readonly string[]
  }[]
  parent?: string
  appearance: string
  multiple: boolean
  minSelections?: number
  maxSelections?: number
  all: boolean
  allLabel: string
  other: boolean
  otherLabel: string
  mostOwn: number
  none: boolean
  noneLabel: string
}

/** What can never be answered, or would not be understood, in the settings of a choice. */
export function checkChoice(settings: Choices, block: CheckedBlock): SettingsProblem[] {
  return [
    ...withoutOptions(settings, block),
    ...fewerThanWanted(settings),
    ...fewerOffered(settings),
    ...allTooMany(settings),
    ...alike(settings),
    ...goneDefault(settings, block),
    ...undescribed(settings),
  ]
}

function withoutOptions({ options, other, none }: Choices, { required }: CheckedBlock): SettingsProblem[] {
  if (options.length > 0 || other || none) return []
  const why = required ? 'An answer is wanted, but there is nothing to choose' : 'There is nothing to choose'
  return [
    {
      severity: required ? 'error' : 'warning',
      code: 'unanswerable',
      path: 'settings.options',
      message: `${why}. Add an option.`,
    },
  ]
}

/** None of these excludes the others, so it is no help where several are wanted. */
function fewerThanWanted({ multiple, options, other, mostOwn, minSelections }: Choices): SettingsProblem[] {
  const most = options.length + (other ? mostOwn : 0)
  if (!multiple || minSelections === undefined || minSelections <= most || most === 0) return []
  return [
    {
      severity: 'error',
      code: 'unanswerable',
      path: 'settings.minSelections',
      message: `At least ${minSelections} choices are wanted, but there ${most === 1 ? 'is' : 'are'} only ${most}. Add options, or ask for fewer.`,
    },
  ]
}

/** An answer elsewhere may leave fewer options than are wanted. */
function fewerOffered({
  multiple,
  parent,
  options,
  other,
  mostOwn,
  minSelections = 0,
}: Choices): SettingsProblem[] {
  if (!multiple || parent === undefined) return []
  const always = options.filter(({ parents = [] }) => parents.length === 0).length + (other ? mostOwn : 0)
  const counts = new Map<string, number>()
  for (const { parents = [] } of options)
    for (const id of parents) counts.set(id, (counts.get(id) ?? always) + 1)
  const least = Math.min(...counts.values())
  if (least >= minSelections) return []
  const message = `At least ${minSelections} choices are wanted, but with some answers only ${least} can be made. Offer more, or ask for fewer.`
  return [{ severity: 'warning', code: 'unanswerable', path: 'settings.minSelections', message }]
}

function allTooMany({
  multiple,
  options,
  all,
  allLabel,
  maxSelections = Infinity,
}: Choices): SettingsProblem[] {
  if (!multiple || !all || options.length <= maxSelections) return []
  const message = `“${allLabel}” ticks ${options.length} options, but at most ${maxSelections} may be chosen. Raise the maximum, or turn it off.`
  return [{ severity: 'warning', code: 'unanswerable', path: 'settings.all', message }]
}

function alike(settings: Choices): SettingsProblem[] {
  const { options, multiple, all, allLabel, other, otherLabel, none, noneLabel } = settings
  const labels = options.map(({ label }) => label)
  if (multiple && all) labels.push(allLabel)
  if (other) labels.push(otherLabel)
  if (none) labels.push(noneLabel)
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const label of labels.map((one) => one.trim().normalize())) (seen.has(label) ? twice : seen).add(label)
  twice.delete('')
  const [first] = twice
  if (first === undefined) return []
  const message = `Two options are called “${first}”, so nobody can tell them apart. Rename one.`
  return [{ severity: 'warning', code: 'ambiguous', path: 'settings.options', message }]
}

/** With Other on, the id of an option that is gone would be read as a text somebody wrote there. Else it is no answer. */
function goneDefault(
  { options, other, none, noneLabel }: Choices,
  { fixed }: CheckedBlock,
): SettingsProblem[] {
  if (!other) return []
  const known = new Set(options.flatMap(({ id, label, value }) => [id, label, value ?? id]))
  if (none) known.add('none').add(noneLabel)
  const given: unknown[] = Array.isArray(fixed) ? fixed : [fixed]
  if (!given.some((one) => typeof one === 'string' && one !== '' && !known.has(one))) return []
  const message = 'The default answer is no longer among its options. Choose another.'
  return [{ severity: 'error', code: 'default-refused', path: 'default', message }]
}

/** A label names what is chosen; who cannot see the picture does not know what it shows. */
function undescribed({ options, appearance }: Choices): SettingsProblem[] {
  if (appearance !== 'pictures') return []
  const without = options.filter(({ picture, alt = '' }) => picture && alt.trim() === '')
  const [first] = without
  if (!first) return []
  const which =
    without.length === 1
      ? `The picture of “${first.label}” has`
      : `${without.length} pictures, that of “${first.label}” first, have`
  const message = `${which} no alternative text. Say what can be seen, for people who cannot see it.`
  return [{ severity: 'warning', code: 'undescribed', path: `settings.options.${first.id}.alt`, message }]
}
