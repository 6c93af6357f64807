import slack from '../../../../plugins/connections/slack/service.ts'

/** Which member of the moody service fails, and how: `error`, `nonsense`. */
export const mood = { member: '', how: '' }

/** The service as it is while nobody asks for anything else. */
export const good = slack

/** What a member answers, unless it is in the mood to fail: then what it says quotes all that it was given. */
export function moody<T>(member: string, given: readonly unknown[], answer: () => T): T {
  if (mood.member !== member) return answer()
  if (mood.how === 'nonsense') return JSON.parse('7')
  throw new Error(`no ${member} of ${JSON.stringify(given)} today`)
}
