import type { CreatorField, CreatorLayout } from '@formwright/kit/found'
import { orNothing, usableJson, usableSettings, usableText } from '../../../../engine/bound/usable.ts'
import { Faults } from '../../../../engine/faults.ts'
import { reportFault } from '../../plugins/faults.ts'

/** What a kind answers; nothing where it throws, or answers what cannot be used, which is told. */
export function asked<T>(
  { definition }: CreatorField | CreatorLayout,
  part: string,
  answer: () => T | undefined,
  fits: (given: T) => boolean,
): T | undefined {
  const { kind, version } = definition
  const family = 'role' in definition ? 'layout' : 'fields'
  const faults = new Faults(kind, ({ error }) => reportFault({ family, kind, version, part, error }))
  return faults.ask(part, answer, undefined, orNothing(fits))
}

/** What `start` may answer. */
export const areSettings = (given: object): boolean => usableSettings(given) && usableJson(given)

/** What `startItem` may answer. */
export const areTexts = (given: Readonly<Record<string, string>>): boolean =>
  usableSettings(given) && Object.values(given).every(usableText)

/** What `pastedItem` may answer. */
export const areTextsOrNumbers = (given: Readonly<Record<string, string | number>>): boolean =>
  usableSettings(given) && Object.values(given).every((one) => typeof one === 'number' || usableText(one))
