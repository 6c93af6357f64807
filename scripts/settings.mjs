// Settings of a run: the operator's environment, completed by what lies in STORAGE_DIR.
import { createHmac, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeOf, Stop } from './stop.mjs'

/**
 * How large Node lets the young part of the server's memory grow: 3 x 8 MB. Left alone it takes several times that under
 * an export of a million rows, and keeps it; and to collect 16 takes twice as long as 8 (docs/decisions.md: The main thread
 * goes first).
 */
export const YOUNG_MEMORY = '--max-semi-space-size=8'

/** Node's heap in megabytes where `HEAP_MB` says nothing: what all work at once needs with much to spare, and of little memory half. */
const HEAP_MB = 768

/**
 * By how many percent of what is left the heap grows before all of it is collected again, and the megabytes of memory from
 * which on. Left alone Node takes as little as 20 where it is short of processors, and then collects twice as often.
 */
const GROWING = { percent: 200, from: 4_000 }

/**
 * What lies outside the heap (bodies, files, answers) counts against the same limit. By itself V8 collects all of the heap after
 * each 64 MB of it, whatever of that is garbage.
 */
const BUFFERS_COUNTED = '--external-memory-accounted-in-global-limit'

/** How many threads of V8 help to collect where processors are many: Node's own number. */
const HELPERS = 4

/**
 * Node's flags for the server. A heap that may grow to what Node allows, 4 GB on a large machine, is collected so seldom that
 * a busy server takes twice the memory it needs. More threads that help to collect than there are processors beside the main
 * thread's take that one from it.
 */
export function serverFlags() {
  // of a container without a limit this is more than any machine has
  const memory = Math.min(os.totalmem(), process.constrainedMemory() || Infinity)
  const megabytes = Number(process.env.HEAP_MB || Math.min(HEAP_MB, Math.floor(memory / 2 ** 21)))
  const helpers = Math.max(1, Math.min(HELPERS, os.availableParallelism() - 1))
  return [
    YOUNG_MEMORY,
    `--max-old-space-size=${megabytes}`,
    ...(memory >= GROWING.from * 1_000_000
      ? [`--heap-growing-percent=${GROWING.percent}`, BUFFERS_COUNTED]
      : []),
    `--v8-pool-size=${helpers}`,
  ]
}

export const ROOT = fileURLToPath(new URL('../', import.meta.url))

/**
 * Makes a folder and those above it, one by one: Node's own way never comes back where nothing can be made (/proc).
 * @param {string} dir
 */
function makeFolder(dir) {
  if (fs.existsSync(dir)) return
  makeFolder(path.dirname(dir))
  try {
    fs.mkdirSync(dir)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** STORAGE_DIR as an absolute path, made and tried out: everything that must survive lies there. */
export function openStorage() {
  const dir = path.resolve(ROOT, process.env.STORAGE_DIR || 'storage')
  try {
    makeFolder(path.join(dir, 'files'))
    const probe = path.join(dir, `.writable-${process.pid}`)
    fs.writeFileSync(probe, '')
    fs.rmSync(probe)
  } catch (error) {
    throw new Stop(
      `The folder ${dir} cannot be written (${codeOf(error)}). Make it writable, or set STORAGE_DIR to another one.`,
    )
  }
  return dir
}

/** Least characters of a secret. */
const SECRET = 16

/**
 * A secret of this instance: read from its file in STORAGE_DIR, made there on first use.
 * @param {string} storage
 * @param {string} name
 */
export function secret(storage, name) {
  const file = path.join(storage, name)
  if (!fs.existsSync(file)) {
    // whole or not at all: the machine may be going down
    fs.writeFileSync(`${file}.new`, randomBytes(32).toString('base64url'), { mode: 0o600 })
    fs.renameSync(`${file}.new`, file)
  }
  const text = fs.readFileSync(file, 'utf8').trim()
  if (text.length >= SECRET) return text
  throw new Stop(
    `The secret in ${file} is not whole. Put it back from a backup, or remove the file: a new one is made then, and what the old one encrypted cannot be read any more.`,
  )
}

/**
 * A password of a database role, derived from one secret, so that there is nothing more to keep.
 * @param {string} key
 * @param {string} role
 */
export function rolePassword(key, role) {
  return createHmac('sha256', key).update(role).digest('base64url')
}

/** PORT as a number. */
export function port() {
  const given = process.env.PORT || '3333'
  const number = Number(given)
  if (!Number.isInteger(number) || number < 1 || number > 65535) {
    throw new Stop(`PORT is "${given}", but must be a number from 1 to 65535.`)
  }
  return number
}

/**
 * @param {string} text
 * @param {readonly string[]} protocols
 */
function isUrl(text, protocols) {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol)
}

/**
 * A scheme, a host and perhaps a port: nothing of ours is served below a path.
 * @param {string} text
 */
function isOrigin(text) {
  if (!isUrl(text, ['http:', 'https:'])) return false
  const url = new URL(text)
  return url.href === `${url.origin}/`
}

/** @param {string} text */
function isRange(text) {
  const [address, bits, ...rest] = text.split('/')
  const most = new Map([
    [4, 32],
    [6, 128],
  ]).get(net.isIP(address))
  return (
    rest.length === 0 &&
    most !== undefined &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
  )
}

/** @param {string} text */
const areRanges = (text) => text.split(',').every((entry) => isRange(entry.trim()))
/** @typedef {[fits: (text: string) => boolean, words: string]} Setting */

/** @type {Setting} */
const ORIGIN = [isOrigin, 'an address such as https://forms.example.com, without a path']
/** @type {Setting} */
const DATABASE = [
  (text) => isUrl(text, ['postgres:', 'postgresql:']),
  'an address such as postgres://user:password@host:5432/database',
]
/** @type {Setting} */
const RANGES = [areRanges, 'addresses or ranges such as 10.0.0.0/8, separated by commas']
/** @type {Setting} */
const HOSTS = [
  (text) => text.split(',').every((entry) => /^\s*(\*|(\*\.)?[\w-]+(\.[\w-]+)*(:\d+)?)\s*$/.test(entry)),
  'host names such as maps.example.com or *.example.com, separated by commas',
]
/** @type {Setting} */
const COUNT = [(text) => /^[1-9]\d{0,8}$/.test(text), 'a whole number from 1']
/** @type {(...names: string[]) => Setting} */
const oneOf = (...names) => [(text) => names.includes(text), `one of ${names.join(', ')}`]

/**
 * What a setting must be, where not any text will do. Secrets are not shown when they are wrong.
 * @type {Record<string, Setting>}
 */
const SETTINGS = {
  APP_URL: ORIGIN,
  DATABASE_URL: DATABASE,
  DATABASE_OWNER_URL: DATABASE,
  DATABASE_OPERATOR_URL: DATABASE,
  APP_KEY: [(text) => text.length >= SECRET, `at least ${SECRET} characters long`],
  TRUST_PROXY: RANGES,
  OUTBOUND_ALLOW: RANGES,
  EMBED_HOSTS: HOSTS,
  MAILS_PER_HOUR: COUNT,
  DELIVERIES_WAITING: COUNT,
  DELIVERY_SCHEDULE: [
    (text) => text.split(',').every((part) => /^\d+(\.\d+)?$/.test(part.trim())),
    'seconds such as 0,5,300, separated by commas',
  ],
  SUBMISSIONS_PER_MINUTE: COUNT,
  TOKEN_REQUESTS_PER_MINUTE: COUNT,
  UPLOADS_PER_MINUTE: COUNT,
  SUBMISSIONS_AT_ONCE: COUNT,
  UPLOADS_AT_ONCE: COUNT,
  UPLOADS_WAITING_GB: COUNT,
  DISK_FLOOR_GB: COUNT,
  HEAP_MB: [(text) => /^\d{3,6}$/.test(text) && Number(text) >= 200, 'a whole number of megabytes from 200'],
  DEMO: oneOf('0', '1'),
  REGISTRATION: oneOf('open', 'invited', 'closed'),
  FRONTEND: oneOf('preact', 'react'),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
}

/**
 * Settings that the server's own code judges: who sends mail, and where services that people connect are called, in place of
 * their own addresses.
 * @returns {Promise<Record<string, Setting>>}
 */
async function judgedSettings() {
  const { readMailFrom, readSmtpUrl } = await import('../app/mail/smtp_server.ts')
  const { scanPlugins } = await import('../app/plugins/scan.ts')
  /** @type {(read: (text: string) => unknown) => (text: string) => boolean} */
  const takenBy = (read) => (text) => {
    try {
      read(text)
      return true
    } catch {
      return false
    }
  }
  const services = scanPlugins(ROOT, 'server').found.filter(({ family }) => family === 'connections')
  const origins = services.map(({ kind }) => [`${kind.toUpperCase().replaceAll('-', '_')}_URL`, ORIGIN])
  return {
    SMTP_URL: [takenBy(readSmtpUrl), 'an address such as smtps://user:password@mail.example.com'],
    MAIL_FROM: [takenBy(readMailFrom), 'an address such as Forms <forms@example.com>'],
    ...Object.fromEntries(origins),
  }
}

/** Refuses a setting that nothing can be done with, before anything is started. */
export async function checkSettings() {
  port()
  const settings = { ...SETTINGS, ...(await judgedSettings()) }
  for (const [name, [fits, words]] of Object.entries(settings)) {
    const given = process.env[name]
    if (!given || fits(given)) continue
    const shown = /^APP_KEY|^DATABASE|^SMTP_URL/.test(name) ? '' : ` is "${given}", but`
    throw new Stop(`${name}${shown} must be ${words}.`)
  }
  const [set, missing] = process.env.SMTP_URL ? ['SMTP_URL', 'MAIL_FROM'] : ['MAIL_FROM', 'SMTP_URL']
  if (process.env[set] && !process.env[missing])
    throw new Stop(`${set} is set, and ${missing} is not. Mail needs both: set it, or neither.`)
}

/** For tests and benches, which send more from one address than people do, and register whom they need. */
export const WITHOUT_LIMITS = {
  SUBMISSIONS_PER_MINUTE: '1000000',
  TOKEN_REQUESTS_PER_MINUTE: '1000000',
  UPLOADS_PER_MINUTE: '1000000',
  SUBMISSIONS_AT_ONCE: '10000',
  UPLOADS_AT_ONCE: '10000',
  REGISTRATION: 'open',
}

/**
 * The environment of the server process.
 * @param {string} storage
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv & { APP_KEY: string }}
 */
export function serverEnvironment(storage, extra = {}) {
  return {
    ...process.env,
    TZ: 'UTC',
    HOST: process.env.HOST || '127.0.0.1',
    PORT: String(port()),
    APP_KEY: process.env.APP_KEY || secret(storage, 'app.key'),
    STORAGE_DIR: storage,
    ...extra,
  }
}

/** Settings that commands need and that only `npm start` knows: kept for them, readable by the operator only. */
const KEPT = [
  'APP_KEY',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_OPERATOR_URL',
  'HOST',
  'PORT',
  'APP_URL',
  'SMTP_URL',
  'MAIL_FROM',
]

/**
 * Leaves the settings of this run in STORAGE_DIR for commands.
 * @param {string} storage
 * @param {NodeJS.ProcessEnv} env
 */
export function keepSettings(storage, env) {
  const kept = Object.fromEntries(KEPT.filter((name) => env[name]).map((name) => [name, env[name]]))
  const file = path.join(storage, 'settings.json')
  fs.writeFileSync(`${file}.new`, JSON.stringify(kept, null, 2), { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
}

/**
 * Completes this process's environment from the settings of the last run, where it does not say otherwise. Without any,
 * only commands go on that need neither database nor secrets.
 * @param {string} command
 */
export function recallSettings(command) {
  if (process.env.DATABASE_URL) return
  const storage = path.resolve(ROOT, process.env.STORAGE_DIR || 'storage')
  const file = path.join(storage, 'settings.json')
  const known = fs.existsSync(file)
  if (!known && !/^(list$|help$|doctor$|make:|-|$)/.test(command)) {
    throw new Stop(
      `Nothing was started yet with the folder ${storage}. Run npm start first, or set STORAGE_DIR to the folder of a running Formwright.`,
    )
  }
  const settings = known ? settingsIn(file) : UNKNOWN
  const defaults = { NODE_ENV: 'production', STORAGE_DIR: storage, HOST: '127.0.0.1', PORT: '3333' }
  for (const [name, value] of Object.entries({ ...defaults, ...settings })) process.env[name] ||= value
}

/** @param {string} file */
function settingsIn(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    throw new Stop(`The settings ${file} cannot be read: ${why}. Run npm start, which writes them anew.`)
  }
}

/** Stands in for what a command that does not need it must still be given. */
const UNKNOWN = { APP_KEY: 'not known, and not needed', DATABASE_URL: 'postgres://nobody@localhost/none' }
