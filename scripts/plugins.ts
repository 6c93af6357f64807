import type { Plugin } from 'vite'

/** The Vite plugin that serves the modules of field types, layout blocks and integrations. */
export function pluginsForVite(): Plugin {
  return { name: 'formwright-plugins' }
}
