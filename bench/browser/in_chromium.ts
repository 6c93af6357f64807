import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser } from 'playwright'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]
/** Builds, serves, opens a browser and measures; all of it ends, whatever happens. Answers whether floors were held. */
export async function inChromium(
  port: number,
  measure: (browser: Browser) => Promise<boolean>,
  flags: readonly string[] = [],
): Promise<boolean> {
  process.env.HOST = '127.0.0.1'
  process.env.PORT = String(port)
  process.env.APP_URL = ''
  spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  const server = spawn(process.execPath, ['--import=./scripts/typescript.mjs', 'bin/server.ts'], {
    stdio: 'inherit',
  })
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined)
      if (answer?.ok) break
      if (server.exitCode !== null) throw new Error('The server did not start.')
      await sleep(100)
    }
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM,
      args: [...FLAGS, ...flags],
    })
    try {
      return await measure(browser)
    } finally {
      await browser.close()
    }
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
}
