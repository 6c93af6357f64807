import type { ReactNode } from 'react'
import type { CreatorField, CreatorLayout } from '@formwright/kit/found'
import { PluginBoundary } from '../plugins/plugin_boundary.tsx'

/**
 * Around a part of a block's plugin, on the page and in the panel: where it fails, that is said, and the others go on.
 * Other settings give it another chance.
 */
export function BlockBoundary(props: {
  family: 'fields' | 'layout'
  plugin: CreatorField | CreatorLayout
  part: 'respond' | 'edit'
  of: object
  children: ReactNode
}) {
  const { family, part, plugin } = props
  const what = part === 'edit' ? 'These settings' : 'This block'
  return (
    <PluginBoundary
      drawn={{ family, part, definition: plugin.definition }}
      of={props.of}
      instead={(fault) => (
        <p className="help">
          {what} cannot be shown: {fault}. What is set is kept; change something to try again.
        </p>
      )}
    >
      {props.children}
    </PluginBoundary>
  )
}
