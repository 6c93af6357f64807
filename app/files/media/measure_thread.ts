// The thread that measures creators' pictures (`measure_apart.ts`).
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { measured } from '#app/files/media/measure'
import type { Picture } from '#app/files/media/measure_apart'

parentPort?.on('message', ({ path, type }: Picture) =>
  parentPort?.postMessage(measured(readFileSync(path), type)),
)
