import db from '@adonisjs/lucid/services/db'
import { Adapter, BaseModel } from '@adonisjs/lucid/orm'
import type { LucidRow } from '@adonisjs/lucid/types/model'
import { currentScope } from '#app/workspaces/within'

/** Takes every query to the transaction of the current workspace, whatever client was asked for. */
class TenantAdapter extends Adapter {
  constructor() {
    super(db)
  }

  modelConstructorClient() {
    return currentScope().trx
  }

  modelClient() {
    return currentScope().trx
  }

  insert(instance: LucidRow, attributes: Record<string, unknown>) {
    return super.insert(instance, { workspace_id: currentScope().workspaceId, ...attributes })
  }
}

/**
 * Base of all models whose table carries `workspace_id`. They work inside `within` only and throw `E_NO_WORKSPACE`
 * elsewhere; new rows get the current workspace.
 */
export class TenantModel extends BaseModel {
  static $adapter = new TenantAdapter()
}
