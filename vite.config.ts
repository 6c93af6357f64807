import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type PluginOption } from 'vite'
import { preactOfPage } from './scripts/page_preact.ts'
import { pluginsForVite } from './scripts/plugins_for_vite.ts'

/** A file of the public page. */
const ours = (name: string): string => fileURLToPath(new URL(`frontend/respondent/${name}`, import.meta.url))

const PREACT = [
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/(client|server)$/, replacement: 'preact/compat/$1' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
]

/** In browsers not even the whole of preact/compat: what controls may use of React is a handful of hooks. */
const PREACT_IN_BROWSERS = [
  { find: /^p?react\/jsx-(dev-)?runtime$/, replacement: ours('jsx.ts') },
  // while developing, pages are rendered by the same Vite server
  { find: /^react-dom\/server$/, replacement: 'preact/compat/server' },
  { find: /^react(-dom\/client)?$/, replacement: ours('react.ts') },
]

/** The server writes the preload links of a public page itself, so imports there need no helper that does. */
const withoutPreloadHelper: PluginOption = {
  name: 'without-preload-helper',
  enforce: 'pre',
  load(id) {
    return id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined
  },
}

/**
 * Three builds from one source: mode `creator` (React), mode `respondent` for the browser, and the same mode with
 * `build.ssr` for the server. The public page runs on Preact, or on React itself with FRONTEND=react.
 */
export default defineConfig(({ mode, isSsrBuild }) => {
  const onReact = mode === 'creator' || process.env.FRONTEND === 'react'
  // on a slow machine every start would tell its operator about the inside of the build
  const checks = { bundlerTimings: false }
  const plugins: PluginOption[] = [pluginsForVite()]
  if (mode === 'creator') plugins.push(react())
  else plugins.push(withoutPreloadHelper)
  if (mode === 'respondent' && !isSsrBuild) plugins.push(preactOfPage())
  return {
    publicDir: false,
    plugins,
    define: {
      'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production'),
      'import.meta.env.FRONTEND': JSON.stringify(onReact ? 'react' : 'preact'),
    },
    oxc: { jsx: { runtime: 'automatic', importSource: onReact ? 'react' : 'preact' } },
    resolve: onReact ? {} : { alias: isSsrBuild ? PREACT : PREACT_IN_BROWSERS },
    optimizeDeps: onReact
      ? {}
      : { include: ['preact', 'preact/hooks', 'preact/compat', 'preact/jsx-runtime'] },
    cacheDir: `node_modules/.vite-${mode}`,
    ssr: { noExternal: true as const },
    base: isSsrBuild ? '/' : `/${mode}/`,
    build: isSsrBuild
      ? {
          ssr: 'frontend/respondent/server.tsx',
          emptyOutDir: true,
          target: 'node24',
          minify: false,
          cssMinify: true,
          rollupOptions: { checks },
        }
      : {
          manifest: true,
          emptyOutDir: true,
          assetsInlineLimit: 0,
          // nor the lists of what it would preload
          modulePreload: mode === 'creator' ? { polyfill: false } : false,
          rollupOptions: {
            checks,
            input: mode === 'creator' ? 'frontend/creator/main.tsx' : 'frontend/respondent/browser.tsx',
          },
        },
  }
})
