import { AsyncLocalStorage } from 'node:async_hooks'

const served = new AsyncLocalStorage<string>()

/** Does work for a workspace, or for what a request is about otherwise: what of it waits in line does so with that one's. */
export function workFor<T>(owner: string, work: () => T): T {
  return served.run(owner, work)
}

/** Whose work is done now, as said by `workFor`; empty where it is nobody's. */
export function whoseWork(): string {
  return served.getStore() ?? ''
}

/** Whether it is done for a request or a workspace, and not by the server itself. */
export function isForSomebody(): boolean {
  return served.getStore() !== undefined
}
