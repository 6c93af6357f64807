// The browser of tests, benches and contact sheets.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** The headless shell draws the same pages for half the work: the others draw windows of their own beside them. */
const CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
/** Packages that hold one; not every Debian has the first. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/** Where Chromium is; installed by apt when that is possible; undefined when there is none. */
export function chromium() {
  const find = () => process.env.CHROMIUM || CHROMIUM.find((file) => fs.existsSync(file))
  if (find() || process.getuid?.() !== 0 || !fs.existsSync('/etc/debian_version')) return find()
  console.log('Chromium is missing; installing it with apt-get')
  /** @param {string[]} args */
  const apt = (...args) => spawnSync('apt-get', args, { stdio: 'inherit' }).status === 0
  if (apt('update', '-qq')) {
    PACKAGES.some((name) => apt('install', '-y', '-qq', '--no-install-recommends', name))
  }
  return find()
}
