import { defineService, objectIn } from '@formwright/kit/service'

const ABOUT = 'https://www.googleapis.com/drive/v3/about?fields=user(emailAddress,permissionId)'

/** A Google account: spreadsheets that this server made in it, and no other file. */
export default defineService({
  kind: 'google',
  version: 1,
  origins: ['https://www.googleapis.com', 'https://sheets.googleapis.com'],
  credentials: {
    by: 'oauth',
    // without these two only the first consent yields a refresh token
    authorise: 'https://accounts.google.com/o/oauth2/v2/auth?access_type=offline&prompt=consent',
    token: 'https://oauth2.googleapis.com/token',
    scopes: ['https://www.googleapis.com/auth/drive.file'],
    pkce: true,
    revoke: ({ token, refreshToken = token }) => ({
      method: 'POST',
      url: 'https://oauth2.googleapis.com/revoke',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: refreshToken }).toString(),
    }),
  },
  async account(ask) {
    const { status, body } = await ask({ method: 'GET', url: ABOUT, headers: {}, body: '' })
    const { emailAddress: name, permissionId: id } = Object(objectIn(body).user)
    if (status !== 200 || typeof id !== 'string' || typeof name !== 'string')
      throw new Error('Google did not say whose account this is.')
    return { id, name }
  },
})
