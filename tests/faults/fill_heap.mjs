// Loaded into a server by NODE_OPTIONS: after SIGUSR2 it holds ever more, turn by turn, until Node ends the process.
import { isMainThread } from 'node:worker_threads'

/** @type {object[][]} */
const held = []

function fill() {
  held.push(Array.from({ length: 50_000 }, (_, number) => ({ number })))
  setImmediate(fill)
}

if (isMainThread && process.argv[1]?.endsWith('server.ts')) process.on('SIGUSR2', fill)
