import type { BrowserContext } from 'playwright'
import type { Creator } from '#tests/functional/visitor'

/** Lets a browser be a person who is signed in, as if they had signed in there. */
export async function signIn(context: BrowserContext, creator: Creator): Promise<void> {
  const { visitor } = creator
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': visitor.address })
  await context.addCookies(
    [...visitor.cookies].map(([name, value]) => ({ name, value, url: visitor.baseUrl })),
  )
}
