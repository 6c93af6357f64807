// The thread that reads creators' CSS (`styles_apart.ts`).
import { parentPort } from 'node:worker_threads'
import { ownStyles } from '#app/forms/own_styles'

parentPort?.on('message', (source: string) => parentPort?.postMessage(ownStyles(source)))
