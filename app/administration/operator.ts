import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

/**
 * The connection that sees the rows of every workspace (role fw_operator, two connections). Only commands/,
 * app/administration/ and the claimer of deliveries may import it; import rules hold that.
 */
export function operator(): QueryClientContract {
  return db.connection('operator')
}
