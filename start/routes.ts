import router from '@adonisjs/core/services/router'
import { callerStack, fileStack } from '#start/kernel'
import { accessTokenRoutes } from '#start/routes/access_tokens'
import { accountRoutes } from '#start/routes/accounts'
import { connectionRoutes } from '#start/routes/connections'
import { creatorRoutes } from '#start/routes/creator'
import { formRoutes } from '#start/routes/forms'
import { instanceRoutes } from '#start/routes/instance'
import { integrationRoutes } from '#start/routes/integrations'
import { mediaRoutes } from '#start/routes/media'
import { pluginRoutes } from '#start/routes/plugins'
import { publicRoutes } from '#start/routes/public'
import { referenceRoutes } from '#start/routes/reference'
import { submissionRoutes } from '#start/routes/submissions'
import { workspaceRoutes } from '#start/routes/workspaces'

/** What a browser with a session may call, and a program with an access token: body as JSON, and who it is that asks. */
router
  .group(() => {
    accountRoutes()
    accessTokenRoutes()
    workspaceRoutes()
    formRoutes()
    submissionRoutes()
    integrationRoutes()
    connectionRoutes()
    pluginRoutes()
    instanceRoutes()
  })
  .use(callerStack)

router.group(mediaRoutes).use(fileStack)

/** What anyone may call: no session is opened, no body is read before the route itself asks for it. */
publicRoutes()
creatorRoutes()
referenceRoutes()
