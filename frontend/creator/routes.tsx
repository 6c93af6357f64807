import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { redirect, replace, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { userQuery } from '../api/accounts.ts'
import { nextPath, signInPath } from './accounts/next_path.ts'
import { ErrorPage } from './errors/error_page.tsx'
import { NotFoundPage } from './errors/not_found_page.tsx'
import { Starting } from './shell/starting.tsx'
import { Root } from './shell/root.tsx'

/** Loads a page's module when its route is first visited. */
function page(load: () => Promise<{ default: ComponentType }>) {
  return async () => ({ Component: (await load()).default })
}

/**
 * Leads elsewhere. An address that the history holds already (the page was loaded there, or Back led there) gives way,
 * so that Back does not end there again.
 */
function leadTo(path: string, request: Request): Response {
  const { pathname, search } = new URL(request.url)
  const here = pathname === window.location.pathname && search === window.location.search
  return here ? replace(path) : redirect(path)
}

/** The pages before signing in. */
const guestRoutes: RouteObject[] = [
  { path: 'login', lazy: page(() => import('./accounts/login_page.tsx')) },
  { path: 'register', lazy: page(() => import('./accounts/register_page.tsx')) },
  { path: 'password/email', lazy: page(() => import('./accounts/forgot_password_page.tsx')) },
  { path: 'setup', lazy: page(() => import('./accounts/setup_page.tsx')) },
]

/** The pages of the settings. */
function settingsRoutes(operators: NonNullable<RouteObject['loader']>): RouteObject[] {
  return [
    { index: true, loader: ({ request }) => leadTo('profile', request) },
    { path: 'profile', lazy: page(() => import('./accounts/profile_page.tsx')) },
    { path: 'password', lazy: page(() => import('./accounts/password_page.tsx')) },
    { path: 'workspace', lazy: page(() => import('./workspace/workspace_page.tsx')) },
    { path: 'connections', lazy: page(() => import('./connections/connections_page.tsx')) },
    {
      path: 'connections/callback/:service',
      lazy: page(() => import('./connections/callback_page.tsx')),
    },
    {
      path: 'access-tokens',
      lazy: page(() => import('./access_tokens/access_tokens_page.tsx')),
    },
    {
      path: 'admin',
      loader: operators,
      children: [
        { index: true, loader: ({ request }) => leadTo('mail', request) },
        { path: 'mail', lazy: page(() => import('./instance/mails_page.tsx')) },
      ],
    },
  ]
}

/** Every route of the creator's app. */
export function makeRoutes(client: QueryClient): RouteObject[] {
  const signedIn = async ({ request }: LoaderFunctionArgs) => {
    const user = await client.ensureQueryData(userQuery)
    if (!user) throw leadTo(signInPath(new URL(request.url)), request)
    return null
  }
  // for everybody else there is nothing
  const operators = async () => {
    const user = await client.ensureQueryData(userQuery)
    if (!user?.is_operator) throw new Response(null, { status: 404 })
    return null
  }
  const guest = async ({ request }: LoaderFunctionArgs) => {
    const user = await client.ensureQueryData(userQuery)
    if (user) throw leadTo(nextPath(new URL(request.url).searchParams), request)
    return null
  }

  return [
    {
      Component: Root,
      ErrorBoundary: ErrorPage,
      HydrateFallback: Starting,
      children: [
        { index: true, lazy: page(() => import('./landing/landing_page.tsx')) },
        {
          loader: guest,
          children: guestRoutes,
        },
        // also for who is still signed in here, and has forgotten it
        { path: 'password/reset/:token', lazy: page(() => import('./accounts/reset_password_page.tsx')) },
        {
          loader: signedIn,
          lazy: page(() => import('./shell/shell.tsx')),
          children: [
            {
              ErrorBoundary: ErrorPage,
              children: [
                { path: 'home', lazy: page(() => import('./home/home_page.tsx')) },
                { path: 'home/bin', lazy: page(() => import('./home/bin_page.tsx')) },
                { path: 'forms/create', lazy: page(() => import('./forms/create_page.tsx')) },
                {
                  path: 'forms/:slug',
                  lazy: page(() => import('./forms/form_layout.tsx')),
                  children: [
                    { path: 'edit', lazy: page(() => import('./editor/editor_page.tsx')) },
                    {
                      path: 'show',
                      children: [
                        { index: true, loader: ({ request }) => leadTo('submissions', request) },
                        {
                          path: 'submissions',
                          lazy: page(() => import('./submissions/submissions_page.tsx')),
                          // one page, so that what it is narrowed to holds for both
                          children: [{ path: 'summary' }],
                        },
                        { path: 'submissions/bin', lazy: page(() => import('./submissions/bin_page.tsx')) },
                        {
                          path: 'integrations',
                          lazy: page(() => import('./integrations/integrations_page.tsx')),
                        },
                        { path: 'share', lazy: page(() => import('./share/share_page.tsx')) },
                      ],
                    },
                  ],
                },
                {
                  path: 'settings',
                  lazy: page(() => import('./accounts/settings_layout.tsx')),
                  children: settingsRoutes(operators),
                },
              ],
            },
          ],
        },
        { path: '*', Component: NotFoundPage },
      ],
    },
  ]
}
