import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

/**
 * The connection that sees the rows of every workspace (role fw_operator, two connections). Only commands/,
 * app/administration/, the claimer of deliveries and the collector of files may import it; import rules hold that.
 */
export function operator(): QueryClientContract {
  return db.connection('operator')
}
