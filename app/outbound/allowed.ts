import { parseRanges, type Range } from '#app/outbound/address_rules'
import env from '#start/env'

/** Address ranges that the operator allows besides the public internet. Throws when they cannot be read. */
export function allowedRanges(): readonly Range[] {
  return parseRanges(env.get('OUTBOUND_ALLOW', ''))
}
