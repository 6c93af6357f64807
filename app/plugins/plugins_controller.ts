import type { HttpContext } from '@adonisjs/core/http'
import limiter from '@adonisjs/limiter/services/main'
import vine from '@vinejs/vine'
import type { Unusable } from '#api_types/plugins'
import { tooMany } from '#app/http/errors'
import { validate } from '#app/http/validate'
import { BROWSER_PARTS } from '#app/plugins/browser_parts'
import { faultyOf } from '#app/plugins/fault_counts'
import { plugins } from '#app/plugins/registry'

const report = vine.create({
  family: vine.enum(['fields', 'layout', 'integrations']),
  kind: vine.string().maxLength(40),
  part: vine.enum(BROWSER_PARTS),
  reason: vine.string().maxLength(1_000),
})

/** So many faults of one person are noted in so many seconds; their browser tells each of them once. */
const REPORTS = { requests: 30, duration: 3600 }

/** What the creators' app asks about plugins, and tells. */
export default class PluginsController {
  /** Those that are there and cannot be used. Why, is said to whoever runs the server: the reasons name paths. */
  unusable(): Unusable {
    return {
      data: plugins.unusable().map(({ family, kind, version, from }) => ({
        family,
        kind,
        ...(version !== undefined && { version }),
        ...(from !== undefined && { from }),
      })),
    }
  }

  /** What a plugin threw in the browser of somebody who signed in, for the doctor. Of a kind that is not in use nothing is kept. */
  async fault(ctx: HttpContext) {
    const { consumed, availableIn } = await limiter
      .use('memory', REPORTS)
      .increment(`plugin faults ${ctx.auth.getUserOrFail().id}`)
    if (consumed > REPORTS.requests) throw tooMany(Math.max(1, availableIn))
    const { family, kind, part, reason } = await validate(ctx, report)
    if (plugins.installed().some((plugin) => plugin.family === family && plugin.kind === kind)) {
      // what anybody may say does not count among what failed here, of which creators of other workspaces are warned
      plugins.report({ kind, member: `${part} in a browser`, error: new Error(reason) }, faultyOf(family))
    }
    return ctx.response.noContent()
  }
}
