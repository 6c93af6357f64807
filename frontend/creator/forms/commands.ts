import type { ComponentType } from 'react'
import { useEffect, useSyncExternalStore } from 'react'

/** Something that can be done with the form that is open, offered where one searches for it. */
export interface Command {
  id: string
  label: string
  /** what else it is found by */
  words?: string
  /** what does the same where one is, as the list of keys says it */
  keys?: string
  icon: ComponentType<{ size: number; stroke: number }>
  run: () => void
}

/** Who offers commands, in the order in which they are shown. */
const PLACES = ['form', 'page', 'tabs', 'more'] as const
type Place = (typeof PLACES)[number]

const offered = new Map<Place, readonly Command[]>()
const listeners = new Set<() => void>()
const NONE: readonly Command[] = []
let all = NONE

function offer(place: Place, commands: readonly Command[]): void {
  offered.set(place, commands)
  all = PLACES.flatMap((one) => offered.get(one) ?? NONE)
  for (const listener of listeners) listener()
}

/** Offers commands for as long as this is mounted: only those that can be done now. */
export function useOfferCommands(place: Place, commands: readonly Command[]): void {
  useEffect(() => offer(place, commands))
  useEffect(() => () => offer(place, NONE), [place])
}

/** What can be done with the form that is open. */
export function useOfferedCommands(): readonly Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => all,
  )
}
