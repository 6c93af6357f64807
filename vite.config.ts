import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type PluginOption } from 'vite'
import { pluginsForVite } from './scripts/plugins_for_vite.ts'

/** What the public page runs on instead of React, drawn by the server as in browsers. */
const PREACT = [
  { find: /^react-dom\/server$/, replacement: 'preact-render-to-string' },
  {
    find: /^(p?react\/jsx-(dev-)?runtime|react(-dom\/client)?)$/,
    replacement: fileURLToPath(new URL('frontend/respondent/react.ts', import.meta.url)),
  },
]

/** The client of tus as it is written, not as it was made for browsers of 2015; these have `URL`. */
const TUS = [
  { find: /^tus-js-client$/, replacement: 'tus-js-client/lib/browser/index.js' },
  {
    find: /^url-parse$/,
    replacement: fileURLToPath(new URL('frontend/respondent/own_url.ts', import.meta.url)),
  },
]

/** What controls run on that come on demand: all that libraries made for React may ask for. */
const COMPAT = [
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
]

/** What a development server makes ready before the first page: found later, it would load the page anew. */
const OF_CONTROLS = ['preact', 'preact/hooks']
const JSX = ['preact/jsx-runtime', 'preact/jsx-dev-runtime']
const OF_LIVE_PARTS = [...OF_CONTROLS, ...JSX, 'preact/compat', 'preact/compat/client', 'react', 'react-dom']
/** Files that say which libraries live parts need. */
const LIVE_PARTS = ['plugins/fields/*/live.tsx']

/** Scripts of live parts are asked for by name, so each brings its own style. */
const withOwnStyles: PluginOption = {
  name: 'with-own-styles',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.isEntry) continue
      for (const file of chunk.viteMetadata?.importedCss ?? []) {
        const link = `document.head.append(Object.assign(document.createElement('link'),{rel:'stylesheet',href:'/live/${file}'}))`
        chunk.code = `${link};${chunk.code}`
      }
    }
  },
}

/** The server writes the preload links of a public page itself, so imports there need no helper that does. */
const withoutPreloadHelper: PluginOption = {
  name: 'without-preload-helper',
  enforce: 'pre',
  load(id) {
    return id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined
  },
}

/**
 * What pages of the creators' app share comes in few files: each is a request before the first paint. The controls of the
 * kinds in the repository are one file, since a form shows several, with what some of them wait by for the rest of theirs.
 */
const FEW_CHUNKS = {
  groups: [
    { name: 'base', tags: ['$initial' as const], priority: 2 },
    {
      name: 'kinds',
      test: /plugins[\\/](fields|layout)[\\/][^\\/]+[\\/]respond\.|kit[\\/]when_wanted\./,
      priority: 1,
    },
    { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 460_000 },
  ],
}

/**
 * Builds from one source: mode `creator` (React), mode `respondent` for the browser, the same mode with `build.ssr` for the
 * server, and mode `live` for what controls become on demand. The public page runs on Preact, or on React itself with
 * FRONTEND=react.
 */
export default defineConfig(({ mode, isSsrBuild }) => {
  const onReact = mode === 'creator' || process.env.FRONTEND === 'react'
  // on a slow machine every start would tell its operator about the inside of the build
  const checks = { bundlerTimings: false }
  const plugins: PluginOption[] = [pluginsForVite()]
  if (mode === 'creator') plugins.push(react())
  else if (mode === 'live') plugins.push(withOwnStyles)
  else plugins.push(withoutPreloadHelper)
  return {
    publicDir: false,
    plugins,
    define: {
      'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production'),
      'import.meta.env.FRONTEND': JSON.stringify(onReact ? 'react' : 'preact'),
    },
    oxc: { jsx: { runtime: 'automatic', importSource: onReact ? 'react' : 'preact' } },
    resolve: {
      alias: [...(mode === 'respondent' ? TUS : []), ...(onReact ? [] : mode === 'live' ? COMPAT : PREACT)],
    },
    // the default of a library in CommonJS is what it calls its default, as its readme has it
    legacy: { inconsistentCjsInterop: mode === 'live' },
    optimizeDeps: onReact
      ? {}
      : {
          include: mode === 'live' ? OF_LIVE_PARTS : [...OF_CONTROLS, 'tus-js-client'],
          entries: mode === 'live' ? LIVE_PARTS : [],
        },
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
          // since these there is :dir(), which for older ones would be lists of languages in the styles of every page
          cssTarget: ['chrome120', 'edge120', 'firefox121', 'safari16.4'],
          // the public page has styles by kind, the creators' app one file
          cssCodeSplit: mode !== 'creator',
          // nor the lists of what it would preload
          modulePreload: mode === 'creator' ? { polyfill: false } : false,
          // what is loaded has limits of its own (scripts/sizes.mjs)
          chunkSizeWarningLimit: Infinity,
          rollupOptions: {
            checks,
            ...(mode === 'creator' && {
              input: 'frontend/creator/main.tsx',
              output: { codeSplitting: FEW_CHUNKS, strictExecutionOrder: true },
            }),
            ...(mode === 'respondent' && {
              input: ['frontend/respondent/browser.tsx', 'frontend/respondent/own_zone.ts'],
            }),
            // their entries are named by scripts/build.mjs
            ...(mode === 'live' && {
              output: { entryFileNames: 'assets/[name].js' },
              preserveEntrySignatures: 'strict' as const,
            }),
          },
        },
  }
})
