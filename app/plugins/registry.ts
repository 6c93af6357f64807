import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnySettings } from '@formwright/kit/field'
import type { LayoutDefinition } from '@formwright/kit/layout'
import type { FieldServer } from '@formwright/kit/server'
import type { ServiceDefinition } from '@formwright/kit/service'
import { type MemberFault, type ReportFault, tellable } from '../../engine/faults.ts'
import { fittingAnswers } from '../../engine/bound/fitting_answers.ts'
import { guardedAnswers } from '../../engine/bound/guarded_answers.ts'
import type { FieldPlugin, Registry } from '../../engine/registry.ts'
import {
  type Family,
  type FoundPlugin,
  PluginError,
  type PluginPlace,
  scanPlugins,
  type UnusablePlugin,
} from '#app/plugins/scan'
import { asWorkOf, whileLoading } from './at_work.ts'
import { beforeDeadline } from './deadline.ts'
import { type Faulty, FaultCounts, faultyOf } from './fault_counts.ts'
import { InstalledIntegration } from './integration.ts'
import { type LeftOut, leftOutOfBuild } from './left_out.ts'
import { keepIntrinsics } from './intrinsics.ts'
import { loadFault } from './load_fault.ts'
import { guardedService } from './service.ts'
import {
  ANSWER,
  deliverShape,
  FIELD,
  FIELD_SERVER,
  INTEGRATION,
  integrationRefusal,
  LAYOUT,
  SERVICE,
  settingsRefusal,
  type Shape,
} from './shapes.ts'

/** A field's server part whose types were forgotten. Settings and answer are those its own modules made. */
type AnyFieldServer = FieldServer<AnySettings, unknown>

interface FieldParts extends FieldPlugin {
  server?: AnyFieldServer
}

/** What the code of a plugin threw. */
export interface PluginFault extends MemberFault {
  version: number | undefined
}

/** More faults than these say nothing new. */
const MOST_FAULTS = 1_000

/** An installed plugin, as a list of them shows it. */
export interface InstalledPlugin extends PluginPlace {
  version: number
}

/** Every plugin's server side, loaded once at boot. Never imports a component. */
class PluginRegistry {
  #fields = new Map<string, FieldParts>()
  #layouts = new Map<string, LayoutDefinition>()
  #integrations = new Map<string, InstalledIntegration>()
  #services = new Map<string, ServiceDefinition>()
  #installed: readonly InstalledPlugin[] = []
  #found: readonly PluginPlace[] = []
  #unusable: readonly UnusablePlugin[] = []
  #fingerprint = ''
  #reported = new Set<string>()

  /** How often plugins threw. */
  readonly faults = new FaultCounts()

  /** Told of what a plugin threw, once for each kind and place. Set by whoever has a log. */
  onFault: (fault: PluginFault) => void = () => undefined

  /**
   * Loads what lies under `root`. A plugin that cannot be used, or that the front end could not be built with, counts as
   * removed: see `unusable`. Throws a PluginError that names the paths when two plugins claim one kind or preset.
   */
  async load(root: string, leftOut: readonly LeftOut[] = leftOutOfBuild(root)): Promise<void> {
    const { found, fingerprint, unusable: lacking } = scanPlugins(root, 'server')
    // what one leaves running may fail while the others are loaded
    this.#found = found
    const unbuilt = new Map(leftOut.map((plugin) => [plugin.folder, plugin]))
    const fields = new Map<string, FieldParts>()
    const layouts = new Map<string, LayoutDefinition>()
    const integrations = new Map<string, InstalledIntegration>()
    const services = new Map<string, ServiceDefinition>()
    const installed: InstalledPlugin[] = []
    const unusable = [...lacking]
    const take = async (plugin: FoundPlugin): Promise<number> => {
      const left = unbuilt.get(plugin.folder)
      if (left) throw new PluginError(left.reason)
      if (plugin.family === 'fields') {
        const field = await loadField(plugin)
        const answer = guardedAnswers(plugin.kind, fittingAnswers(field.answer), (fault) =>
          this.report(fault),
        )
        fields.set(plugin.kind, { ...field, answer })
        return field.definition.version
      }
      if (plugin.family === 'layout') {
        const layout = await part(plugin, 'layout', LAYOUT)
        refuseSettings(plugin.files.layout, layout)
        layouts.set(plugin.kind, layout)
        return layout.version
      }
      if (plugin.family === 'connections') {
        const service = asWorkOf(plugin, await part(plugin, 'service', SERVICE))
        const guarded = guardedService(service, plugin.folder, (fault) => this.report(fault, 'connections'))
        services.set(plugin.kind, guarded)
        return service.version
      }
      const integration = await loadIntegration(plugin, (fault) => this.report(fault, 'integrations'))
      integrations.set(plugin.kind, integration)
      return integration.definition.version
    }
    for (const plugin of found) {
      const { files: _, ...place } = plugin
      try {
        installed.push({ ...place, version: await take(plugin) })
      } catch (error) {
        unusable.push({ ...place, ...(await versionOf(plugin)), reason: reasonOf(plugin, error) })
      }
    }
    for (const [kind, { definition }] of integrations) {
      const service = definition.connection?.service
      if (service === undefined || services.has(service)) continue
      integrations.delete(kind)
      const at = installed.findIndex((one) => one.family === 'integrations' && one.kind === kind)
      const why = unusable.some((one) => one.family === 'connections' && one.kind === service)
        ? 'which cannot be used: what is said of it has the reason'
        : `which is not installed: plugins/connections/${service}`
      const reason = `The integration "${kind}" needs the service "${service}", ${why}.`
      unusable.push(...installed.splice(at, 1).map((place) => ({ ...place, reason })))
    }
    refuseDoublePresets(found, fields, layouts)
    this.#fields = fields
    this.#layouts = layouts
    this.#integrations = integrations
    this.#services = services
    this.#installed = installed
    this.#unusable = unusable
    this.#fingerprint = fingerprint
  }

  /** What the engine may know of plugins. */
  registry(): Registry {
    return {
      field: (kind) => this.#fields.get(kind),
      layout: (kind) => this.#layouts.get(kind),
      fingerprint: this.#fingerprint,
      report: (fault) => this.report(fault),
    }
  }

  /** Takes note of what a plugin threw: an integration, a service, or the kind of a block. */
  report({ kind, member, error: thrown }: MemberFault, of: Faulty = 'blocks'): void {
    const error = tellable(thrown)
    const version = this.#installed.find(
      (plugin) => plugin.kind === kind && faultyOf(plugin.family) === of,
    )?.version
    this.faults.note({ of, kind, version, member, error })
    const seen = `${of} ${kind} ${member} ${error.message.slice(0, 100)}`
    if (this.#reported.has(seen) || this.#reported.size >= MOST_FAULTS) return
    this.#reported.add(seen)
    this.onFault({ kind, version, member, error })
  }

  /** The integration of this kind, or undefined when no such plugin is installed. */
  integration(kind: string): InstalledIntegration | undefined {
    return this.#integrations.get(kind)
  }

  /** The service of this kind, or undefined when no such plugin is installed. */
  service(kind: string): ServiceDefinition | undefined {
    return this.#services.get(kind)
  }

  /** All services that are installed. */
  services(): readonly ServiceDefinition[] {
    return [...this.#services.values()]
  }

  /** Every plugin that is in use. */
  installed(): readonly InstalledPlugin[] {
    return this.#installed
  }

  /** The plugin that an error came from, used or not, as far as the error says. */
  behind(error: unknown): PluginPlace | undefined {
    const { stack = '' } = tellable(error)
    return this.#found.find(({ folder }) => stack.includes(`${folder}/`))
  }

  /** Plugins that are there and cannot be used, with the reason: they count as removed. */
  unusable(): readonly UnusablePlugin[] {
    return this.#unusable
  }

  /** Whether a plugin of this kind is there, and cannot be used. */
  isUnusable(family: Family, kind: string): boolean {
    return this.#unusable.some((plugin) => plugin.family === family && plugin.kind === kind)
  }

  /** Kinds of the integrations that are installed, in order. */
  integrationKinds(): string[] {
    return [...this.#integrations.keys()]
  }

  /** A field's own server part, if it has one. */
  fieldServer(kind: string): AnyFieldServer | undefined {
    return this.#fields.get(kind)?.server
  }
}

/** The one registry of this process. */
export const plugins = new PluginRegistry()

function reasonOf(place: PluginPlace, error: unknown): string {
  if (error instanceof PluginError) return error.message
  const { message, stack = '' } = tellable(error)
  // a compiler says the place in its message
  return loadFault(place, { could: 'loaded', said: message, stack: `${message}\n${stack}` })
}

/** The version that a definition says, where at least that can be read. */
async function versionOf({ files }: FoundPlugin): Promise<{ version?: number }> {
  const file = files.field ?? files.layout ?? files.integration ?? files.service
  if (!file) return {}
  try {
    // it was loaded before, or waits for ever
    const { default: definition } = await beforeDeadline(import(pathToFileURL(file).href), 100)
    const { version }: { version?: unknown } = Object(definition)
    return typeof version === 'number' ? { version } : {}
  } catch {
    // the reason says that it cannot be loaded
    return {}
  }
}

async function loadField(plugin: FoundPlugin): Promise<FieldParts> {
  const definition = await part(plugin, 'field', FIELD)
  refuseSettings(plugin.files.field, definition)
  const answer = await part(plugin, 'answer', ANSWER)
  if (!plugin.files.server) return { definition, answer }
  const server = asWorkOf(plugin, await part(plugin, 'server', FIELD_SERVER))
  return { definition, answer, server }
}

async function loadIntegration(plugin: FoundPlugin, report: ReportFault): Promise<InstalledIntegration> {
  const definition = await part(plugin, 'integration', INTEGRATION)
  refuseSettings(plugin.files.integration, definition)
  const refusal = integrationRefusal(definition)
  if (refusal) throw new PluginError(`${plugin.files.integration} ${refusal}`)
  const deliver = asWorkOf(plugin, await part(plugin, 'deliver', deliverShape(definition)))
  return new InstalledIntegration(definition, deliver, plugin.folder, report)
}

/** A file that waits for something while it is loaded holds up the start no longer, in milliseconds. */
const LOAD_MS = 10_000

async function part<T>(plugin: FoundPlugin, role: string, { fits, lack }: Shape<T>): Promise<T> {
  const file = plugin.files[role]
  if (!file) throw new PluginError(`The plugin folder ${plugin.folder} lacks ${role}.ts.`)
  const changedIntrinsics = keepIntrinsics()
  let changed: string | undefined
  let module: { default?: unknown }
  try {
    module = await beforeDeadline(
      whileLoading(plugin, () => import(pathToFileURL(file).href)),
      LOAD_MS,
    )
  } finally {
    // put back even of a file that throws in the end
    ;[changed] = changedIntrinsics()
  }
  if (changed !== undefined)
    throw new Error(`${basename(file)} changes ${changed}, which everybody works with.`)
  const value = module.default
  if (!fits(value)) {
    const why = value === undefined ? 'there is none' : lack(value)
    const remedy = plugin.from
      ? 'Install another version of the package, or remove it.'
      : 'Write it as docs/plugins.md says, or remove the folder.'
    throw new PluginError(
      `The default export of ${file} is not what a plugin's ${role} must be: ${why}. ${remedy}`,
    )
  }
  const named: { kind?: unknown } = Object(value)
  if (['field', 'layout', 'integration', 'service'].includes(role) && named.kind !== plugin.kind) {
    throw new PluginError(
      `${file} says kind "${String(named.kind)}", but its folder is ${plugin.folder}. Call both the same.`,
    )
  }
  return value
}

/** Throws where nobody could make or read settings of this definition. */
function refuseSettings(file: string | undefined, definition: Parameters<typeof settingsRefusal>[0]): void {
  const refusal = settingsRefusal(definition)
  if (refusal !== undefined) throw new PluginError(`${file} ${refusal}`)
}

/** Preset names are unique among all plugins: palettes and imports speak of them alone. */
function refuseDoublePresets(
  found: readonly FoundPlugin[],
  fields: ReadonlyMap<string, FieldParts>,
  layouts: ReadonlyMap<string, LayoutDefinition>,
): void {
  const owner = new Map<string, string>()
  for (const { kind, folder, family } of found) {
    if (family !== 'fields' && family !== 'layout') continue
    const definition = family === 'fields' ? fields.get(kind)?.definition : layouts.get(kind)
    for (const preset of definition?.presets ?? []) {
      const other = owner.get(preset.name)
      if (other)
        throw new PluginError(
          `Two plugins have a preset "${preset.name}": ${other} and ${folder}. Rename one of the two, or remove one of the plugins.`,
        )
      owner.set(preset.name, folder)
    }
  }
}
