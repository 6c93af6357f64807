import { pathToFileURL } from 'node:url'
import type { AnySettings } from '@formwright/kit/field'
import type { LayoutDefinition } from '@formwright/kit/layout'
import type { FieldServer } from '@formwright/kit/server'
import type { FieldPlugin, Registry } from '../../engine/registry.ts'
import { type Family, type FoundPlugin, PluginError, scanPlugins } from '#app/plugins/scan'
import { InstalledIntegration } from './integration.ts'
import {
  isAnswer,
  isDeliver,
  isField,
  isFieldServer,
  integrationRefusal,
  isIntegration,
  isLayout,
} from './shapes.ts'

/** A field's server part whose types were forgotten. Settings and answer are those its own modules made. */
type AnyFieldServer = FieldServer<AnySettings, unknown>

interface FieldParts extends FieldPlugin {
  server?: AnyFieldServer
}

/** A plugin that was found and cannot be used. */
export interface UnusablePlugin {
  family: Family
  kind: string
  reason: string
}

/** Every plugin's server side, loaded once at boot. Never imports a component. */
class PluginRegistry {
  #fields = new Map<string, FieldParts>()
  #layouts = new Map<string, LayoutDefinition>()
  #integrations = new Map<string, InstalledIntegration>()
  #unusable: readonly UnusablePlugin[] = []
  #fingerprint = ''

  /** Loads what lies under `root`. Throws a PluginError that names the paths when something there cannot be used. */
  async load(root: string): Promise<void> {
    const { found, fingerprint } = scanPlugins(root, 'server')
    const fields = new Map<string, FieldParts>()
    const layouts = new Map<string, LayoutDefinition>()
    const integrations = new Map<string, InstalledIntegration>()
    const unusable: UnusablePlugin[] = []
    for (const plugin of found) {
      if (plugin.family === 'fields') {
        const definition = await part(plugin, 'field', isField)
        const answer = await part(plugin, 'answer', isAnswer)
        const server = plugin.files.server ? await part(plugin, 'server', isFieldServer) : undefined
        fields.set(plugin.kind, server ? { definition, answer, server } : { definition, answer })
      } else if (plugin.family === 'layout') {
        layouts.set(plugin.kind, await part(plugin, 'layout', isLayout))
      } else {
        const integration = await integrationOf(plugin)
        if (integration instanceof InstalledIntegration) integrations.set(plugin.kind, integration)
        else unusable.push(integration)
      }
    }
    refuseDoublePresets(found, fields, layouts)
    this.#fields = fields
    this.#layouts = layouts
    this.#integrations = integrations
    this.#unusable = unusable
    this.#fingerprint = fingerprint
  }

  /** What the engine may know of plugins. */
  registry(): Registry {
    return {
      field: (kind) => this.#fields.get(kind),
      layout: (kind) => this.#layouts.get(kind),
      fingerprint: this.#fingerprint,
    }
  }

  /** The integration of this kind, or undefined when no such plugin is installed. */
  integration(kind: string): InstalledIntegration | undefined {
    return this.#integrations.get(kind)
  }

  /** Plugins that are there and cannot be used, with the reason: they count as removed. */
  unusable(): readonly UnusablePlugin[] {
    return this.#unusable
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

/** An integration that cannot be used keeps nothing else from starting: it counts as removed. */
async function integrationOf(plugin: FoundPlugin): Promise<InstalledIntegration | UnusablePlugin> {
  try {
    return await loadIntegration(plugin)
  } catch (error) {
    const reason =
      error instanceof PluginError ? error.message : `${plugin.folder} cannot be loaded: ${String(error)}`
    return { family: plugin.family, kind: plugin.kind, reason }
  }
}

async function loadIntegration(plugin: FoundPlugin): Promise<InstalledIntegration> {
  const definition = await part(plugin, 'integration', isIntegration)
  const refusal = integrationRefusal(definition)
  if (refusal) throw new PluginError(`${plugin.files.integration} ${refusal}`)
  return new InstalledIntegration(definition, await part(plugin, 'deliver', isDeliver), plugin.folder)
}

async function part<T>(plugin: FoundPlugin, role: string, fits: (value: unknown) => value is T): Promise<T> {
  const file = plugin.files[role]
  if (!file) throw new PluginError(`The plugin folder ${plugin.folder} lacks ${role}.ts.`)
  const module: { default?: unknown } = await import(pathToFileURL(file).href)
  const value = module.default
  if (!fits(value))
    throw new PluginError(`The default export of ${file} is not what a plugin's ${role} must be.`)
  const named: { kind?: unknown } = Object(value)
  if (['field', 'layout', 'integration'].includes(role) && named.kind !== plugin.kind) {
    throw new PluginError(`${file} says kind "${String(named.kind)}", but its folder is ${plugin.folder}.`)
  }
  return value
}

/** Preset names are unique among all plugins: palettes and imports speak of them alone. */
function refuseDoublePresets(
  found: readonly FoundPlugin[],
  fields: ReadonlyMap<string, FieldParts>,
  layouts: ReadonlyMap<string, LayoutDefinition>,
): void {
  const owner = new Map<string, string>()
  for (const { kind, folder, family } of found) {
    if (family === 'integrations') continue
    const definition = family === 'fields' ? fields.get(kind)?.definition : layouts.get(kind)
    for (const preset of definition?.presets ?? []) {
      const other = owner.get(preset.name)
      if (other) throw new PluginError(`Two plugins have a preset "${preset.name}": ${other} and ${folder}.`)
      owner.set(preset.name, folder)
    }
  }
}
