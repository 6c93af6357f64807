/** Entry point of the command line: runs TypeScript as it is. */
import '@poppinss/ts-exec'

await import('./bin/console.js')
