import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** Answers a request whose answer is in memory, and says whether it did. */
export type QuickAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

let quick: QuickAnswer | undefined

/** Lets one room answer what it can without any look-up, before the framework makes a context for the request. */
export function answerFirst(answer: QuickAnswer): void {
  quick = answer
}

/** The way in: to the quick answer where there is one, else to the framework. */
export function frontDoor(handle: RequestListener): RequestListener {
  return (request, response) => {
    if (!quick?.(request, response)) handle(request, response)
  }
}
