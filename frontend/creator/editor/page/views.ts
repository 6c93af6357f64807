import { lazy } from 'react'
import type { AnyControl, AnyLayoutComponent, CreatorField, CreatorLayout } from '@formwright/kit/found'
import type { Kinds } from '../blocks/kinds.ts'
import { loaded } from '../loaded.ts'
import { shownLive } from './live_view.tsx'

const controls = new WeakMap<CreatorField, AnyControl>()
const layouts = new WeakMap<CreatorLayout, AnyLayoutComponent>()

/** What draws a field as respondents see it. One that is not loaded yet is drawn later. */
export function controlOf(plugin: CreatorField): AnyControl {
  const known = controls.get(plugin)
  if (known) return known
  const control = lazy(() => loaded(controlFrom(plugin), () => controls.delete(plugin)))
  controls.set(plugin, control)
  return control
}

/** As the page has it once it is live. */
async function controlFrom(plugin: CreatorField): Promise<{ default: AnyControl }> {
  const { default: Control } = await plugin.respond()
  return { default: plugin.live === undefined ? Control : shownLive(Control, plugin.live) }
}

/** What draws a layout block, as `controlOf`. */
export function layoutOf(plugin: CreatorLayout): AnyLayoutComponent {
  const known = layouts.get(plugin)
  if (known) return known
  const layout = lazy(() => loaded(plugin.respond(), () => layouts.delete(plugin)))
  layouts.set(plugin, layout)
  return layout
}

/**
 * Loads what draws blocks of these kinds, so that a form is drawn once and whole. Where that fails, it is tried again,
 * and told, in the place of the block.
 */
export async function loadViews({ fields, layouts: others }: Kinds, names: Iterable<string>): Promise<void> {
  const load = async (kind: string) => {
    const [field, layout] = [fields[kind], others[kind]]
    if (field) await keep(controls, field, () => controlFrom(field))
    if (layout) await keep(layouts, layout, () => layout.respond())
  }
  await Promise.allSettled([...new Set(names)].map(load))
}

/** What is drawn by then stays drawn by what began to. */
async function keep<Plugin extends object, View>(
  views: WeakMap<Plugin, View>,
  plugin: Plugin,
  load: () => Promise<{ default: View }>,
): Promise<void> {
  if (views.has(plugin)) return
  const view = (await load()).default
  if (!views.has(plugin)) views.set(plugin, view)
}
