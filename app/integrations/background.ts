import { setTimeout as sleep } from 'node:timers/promises'
import logger from '@adonisjs/core/services/logger'
import { OutageLog } from '#app/http/outage_log'
import { attempt, type AttemptTools } from '#app/integrations/attempt'
import type { AttemptJournal, LeftEntry } from '#app/integrations/attempt_journal'
import { extendLeases, type Lease, leaseAgain, leaseDeliveries } from '#app/integrations/claimer'
import { feedBackfills } from '#app/integrations/backfill/feed'
import { Loop, type Round } from '#app/integrations/loop'
import { guardedClient } from '#app/outbound/guarded_client'
import { wakeWaiting } from '#app/integrations/wake_waiting'
import type { DeliverySettings } from '#app/integrations/settings'
import { deliveryWriter } from '#app/integrations/write_deliveries'
import { whileDelivering } from '#app/plugins/at_work'
import { resumeWaiting } from '#app/integrations/waiting'
import { consumeOutbox } from '#app/outbox/consume_outbox'
import { onNotice } from '#app/outbox/notify'

/** A delivery may wait this long for others to share the round with it. */
const PACE_MS = 30
/** Looking for deliveries takes half of the time at most, however long it takes: rounds begin so many times as far apart. */
const TIMES_AS_LONG = 2
/** An event of a busy time waits longer: fewer and bigger rounds leave more of the machine to the requests. */
const BUSY_PACE_MS = 200
const PACE_MS_PER_EVENT = 10

/**
 * An attempt that takes longer waits for its receiver, and costs next to nothing: it leaves its place to another one. At
 * most so many times as many as there are places are under way in all. A workspace has at most as many under way as there
 * are places: half of all are left to the others, however many of its receivers hang.
 */
const LONG_MS = 1_000
const IN_ALL = 2

/** One during which a process may have ended is the only one for so long, if it takes that long. */
const ALONE_MS = 10_000

/** The work that goes on beside the requests: events become deliveries, deliveries are made. */
export class DeliveryBackground {
  readonly #settings: DeliverySettings
  readonly #client
  /** where somebody starts the process again that ends */
  readonly #journal: AttemptJournal | undefined
  readonly #stop = new AbortController()
  /** attempts under way, with when they began and for whom */
  readonly #running = new Map<Promise<void>, { began: number; workspaceId: string }>()
  readonly #leases = new Set<Lease>()
  readonly #outbox: Loop
  readonly #deliveries: Loop
  readonly #waiting: Loop
  readonly #backfills: Loop
  #outboxPace = PACE_MS
  #leasePace = PACE_MS
  /** they have half of what this process can do at a time */
  #earlierUnderWay = 0
  #heartbeat: NodeJS.Timeout | undefined
  #stopListening: (() => Promise<void>) | undefined
  #stopWaking: (() => void) | undefined
  #stopped = false

  constructor(settings: DeliverySettings, journal?: AttemptJournal) {
    this.#settings = settings
    this.#journal = journal
    this.#client = guardedClient({ allowed: settings.allowed })
    const log = new OutageLog('deliveries: a round failed')
    const loop = (work: () => Promise<Round>, paceMs: () => number) =>
      new Loop(work, {
        pollMs: settings.pollMs,
        paceMs,
        log,
      })
    this.#outbox = loop(
      () => this.#consume(),
      () => this.#outboxPace,
    )
    this.#deliveries = loop(
      () => this.#lease(),
      () => this.#leasePace,
    )
    this.#waiting = loop(
      () => this.#resume(),
      () => PACE_MS,
    )
    this.#backfills = loop(
      () => this.#feed(),
      () => PACE_MS,
    )
  }

  /** Begins with `suspects`, one at a time (`after_death.ts`). */
  start(suspects: readonly LeftEntry[] = []): void {
    this.#stopListening = onNotice((notice) => (notice === 'outbox' ? this.#outbox : this.#deliveries).wake())
    this.#stopWaking = wakeWaiting()
    this.#outbox.start()
    this.#waiting.start()
    this.#backfills.start()
    this.#heartbeat = setInterval(() => void this.#extend(), (this.#settings.leaseSeconds * 1000) / 3)
    if (suspects.length === 0) this.#deliveries.start()
    else
      void this.#tryAlone(suspects).then(() => {
        if (!this.#stopped) this.#deliveries.start()
      })
  }

  /** Begins nothing new, waits for what is under way, and gives back what does not end in time. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#stopWaking?.()
    await this.#stopListening?.()
    const loops = [this.#outbox, this.#deliveries, this.#waiting, this.#backfills]
    await Promise.all(loops.map((loop) => loop.stop()))
    const patience = setTimeout(() => this.#stop.abort(), this.#settings.drainMs)
    await Promise.all(this.#running.keys())
    clearTimeout(patience)
    clearInterval(this.#heartbeat)
    this.#journal?.close()
  }

  async #consume(): Promise<Round> {
    const { events, more, made } = await consumeOutbox(deliveryWriter)
    if (made > 0) this.#deliveries.wake()
    this.#outboxPace = Math.min(BUSY_PACE_MS, Math.max(PACE_MS, events * PACE_MS_PER_EVENT))
    return more ? 'more' : 'idle'
  }

  async #lease(): Promise<Round> {
    const { concurrency, perEndpoint, leaseSeconds } = this.#settings
    const free = this.#free()
    if (free <= 0) return 'idle'
    const earlier = Math.max(0, Math.floor(concurrency / 2) - this.#earlierUnderWay)
    const began = performance.now()
    const leased = await leaseDeliveries({
      ...{ limit: free, perEndpoint, leaseSeconds, earlier },
      perWorkspace: concurrency,
      underWay: this.#underWay(),
    })
    this.#leasePace = Math.max(PACE_MS, TIMES_AS_LONG * (performance.now() - began))
    for (const delivery of leased) void this.#begin(delivery)
    return leased.length === free ? 'more' : 'idle'
  }

  /** How many attempts may begin now. */
  #free(): number {
    const { concurrency } = this.#settings
    const long = performance.now() - LONG_MS
    const busy = [...this.#running.values()].filter(({ began }) => began > long).length
    return Math.min(concurrency - busy, concurrency * IN_ALL - this.#running.size)
  }

  /** How many attempts each workspace has under way. */
  #underWay(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { workspaceId } of this.#running.values())
      counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1)
    return counts
  }

  async #resume(): Promise<Round> {
    if ((await resumeWaiting()) > 0) this.#deliveries.wake()
    return 'idle'
  }

  async #feed(): Promise<Round> {
    const { made, more } = await feedBackfills()
    if (made > 0) this.#deliveries.wake()
    return more ? 'more' : 'idle'
  }

  /** Makes these attempts one after the other: the process that ends at one names it. */
  async #tryAlone(suspects: readonly LeftEntry[]): Promise<void> {
    for (const suspect of suspects) {
      if (this.#stopped) return
      try {
        const leased = await leaseAgain(suspect, this.#settings.leaseSeconds)
        suspect.forget()
        if (leased) await this.#beginAlone(leased, suspect.deaths + 1)
      } catch (error) {
        // its lease runs out, and another attempt follows
        logger.error({ err: error, delivery: suspect.id }, 'a delivery could not be tried again')
      }
    }
  }

  /** Resolves when the attempt is over, or others may be made beside it. */
  async #beginAlone(leased: Lease, deaths: number): Promise<void> {
    const noted = this.#journal?.note({ ...leased, deaths, alone: true })
    let beside = false
    // while it waits for its receiver its plugin is not at work
    const work = this.#begin(leased, noted, (calls) => noted?.setAlone(!calls && !beside))
    await Promise.race([work, sleep(ALONE_MS, undefined, { ref: false })])
    beside = true
    if (this.#running.has(work)) noted?.setAlone(false)
  }

  #begin(
    leased: Lease,
    noted = this.#journal?.note({ ...leased, deaths: 0, alone: false }),
    calling?: AttemptTools['calling'],
  ): Promise<void> {
    this.#leases.add(leased)
    if (leased.earlier) this.#earlierUnderWay += 1
    const tools = {
      client: this.#client,
      settings: this.#settings,
      leases: this.#leases,
      signal: this.#stop.signal,
      ...(calling && { calling }),
    }
    const work = whileDelivering(leased, () => attempt(leased, tools))
      .catch((error: unknown) => {
        // the lease runs out and another attempt follows
        logger.error({ err: error, delivery: leased.id }, 'a delivery could not be worked')
      })
      .finally(() => {
        noted?.over()
        this.#leases.delete(leased)
        if (leased.earlier) this.#earlierUnderWay -= 1
        this.#running.delete(work)
        this.#deliveries.wake()
      })
    this.#running.set(work, { began: performance.now(), workspaceId: leased.workspaceId })
    return work
  }

  async #extend(): Promise<void> {
    if (this.#leases.size === 0) return
    try {
      await extendLeases([...this.#leases], this.#settings.leaseSeconds)
    } catch (error) {
      logger.warn({ err: error }, 'deliveries: leases were not extended')
    }
  }
}
