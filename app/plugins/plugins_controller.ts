import type { Unusable } from '#api_types/plugins'
import { plugins } from '#app/plugins/registry'

/** What the creators' app asks about plugins. */
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
}
