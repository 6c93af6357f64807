/** False: a kind is as good as any. True: its members fail for the blocks whose settings say so. */
const BROKEN = false

/** Names of members, written here by whoever installs such a kind. */
export const [MEMBERS, ANSWER_MEMBERS, SERVER_MEMBERS, LAYOUT_MEMBERS] = [[], [], [], []]

const given = (arg) => arg?.mood ?? arg?.settings?.mood ?? arg?.[0]?.settings?.mood

/** How a member fails when it is asked with these: `parts`, `parts with nonsense`, `parts for ever`. */
export function moodOf(member, args) {
  const [failing, , how = 'error'] = String(args.map(given).find((mood) => mood !== undefined) ?? '').split(
    ' ',
  )
  return BROKEN && failing === member ? how : undefined
}

/** The members of these names, as those of `good` while nobody asks for anything else. */
export function moody(names, good) {
  const member =
    (name) =>
    (...args) => {
      const how = moodOf(name, args)
      if (how === 'error') throw new Error(`no ${name} today`)
      if (how === 'nonsense') return 7
      if (how === 'holes') return new Array(1)
      if (how === 'nothing') return { files: [] }
      if (how === 'ever') return new Promise(() => undefined)
      return good[name]?.(...args)
    }
  return Object.fromEntries(names.map((name) => [name, member(name)]))
}
