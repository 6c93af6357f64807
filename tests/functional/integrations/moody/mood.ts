/** Which member of the moody integration fails, and how: `error`, `nonsense`. */
export const mood = { member: '', how: '' }

type Member = (...args: never[]) => unknown

/** The members of these names, as those of `good` while nobody asks for anything else. */
export function moody(
  names: readonly string[],
  good: Readonly<Record<string, Member>>,
): Record<string, Member> {
  const member =
    (name: string): Member =>
    (...args) => {
      if (mood.member !== name) return good[name]?.(...args)
      if (mood.how === 'nonsense') return 7
      throw new Error(`no ${name} today`)
    }
  return Object.fromEntries(names.map((name) => [name, member(name)]))
}
