import router from '@adonisjs/core/services/router'
import { browserStack, fileStack } from '#start/kernel'
import { accountRoutes } from '#start/routes/accounts'
import { creatorRoutes } from '#start/routes/creator'
import { formRoutes } from '#start/routes/forms'
import { integrationRoutes } from '#start/routes/integrations'
import { mediaRoutes } from '#start/routes/media'
import { pluginRoutes } from '#start/routes/plugins'
import { publicRoutes } from '#start/routes/public'
import { submissionRoutes } from '#start/routes/submissions'
import { workspaceRoutes } from '#start/routes/workspaces'

/** What a browser with a session may call: body as JSON, session, CSRF protection, guards. */
router
  .group(() => {
    accountRoutes()
    workspaceRoutes()
    formRoutes()
    submissionRoutes()
    integrationRoutes()
    pluginRoutes()
  })
  .use(browserStack)

router.group(mediaRoutes).use(fileStack)

/** What anyone may call: no session is opened, no body is read before the route itself asks for it. */
publicRoutes()
creatorRoutes()
