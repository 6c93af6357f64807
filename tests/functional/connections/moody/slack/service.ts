import type { OAuthCredentials } from '@formwright/kit/service'
import { defineService, isRefused, signed } from '@formwright/kit/service'
import { good, moody } from '#tests/functional/connections/moody/mood'

const { sign: _, ...unsigned } = good

function oauth(): OAuthCredentials {
  if (good.credentials.by !== 'oauth') throw new Error('It is no service with OAuth.')
  return good.credentials
}

function revoke(credential: { token: string }) {
  const request = oauth().revoke?.(credential)
  if (!request) throw new Error('It takes nothing back.')
  return request
}

/** Slack's plugin, each of whose members can fail. */
export default defineService({
  ...good,
  version: 7,
  credentials: {
    ...oauth(),
    revoke: (credential) => moody('revoke', [credential], () => revoke(credential)),
  },
  sign: (request, credential) =>
    moody('sign', [request, credential], () => signed(unsigned, request, credential)),
  refuses: (answer) => moody('refuses', [answer], () => isRefused(good, answer)),
  account: (ask) => moody('account', [], () => good.account(ask)),
})
