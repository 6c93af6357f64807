import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const outgoing = ['http', 'https', 'node:http', 'node:https', 'undici', 'axios', 'got', 'node-fetch']

export default tseslint.config(
  { ignores: ['dist/', 'dist.new-*/', 'build/', 'storage/', 'node_modules/', '.adonisjs/'] },
  ...tseslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-control-regex': 'error',
      'no-self-compare': 'error',
      'no-unreachable': 'error',
      'no-empty': 'error',
      'no-new-func': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': ['error', { allow: ['error'] }],
      // augmenting the framework's lists needs interfaces that only extend
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    // what does not fit in the head is cut along its meaning
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true, IIFEs: true }],
    },
  },
  {
    // a group of tests is a callback around all of them, a spec as long as what it proves; a migration is SQL;
    // the types of the client are made
    files: ['**/*.spec.ts', 'database/migrations/**', 'packages/client/api.ts'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
  {
    // promises that nobody waits for lose errors: these need types, so they run on the server's code only
    files: ['app/**/*.ts', 'start/**/*.ts', 'providers/**/*.ts', 'commands/**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/await-thenable': 'error',
    },
  },
  {
    files: ['frontend/**/*.{ts,tsx}', '{packages,plugins}/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message:
            'Text is text. Rich text goes through the one sanitizer; disable this line there, and say why.',
        },
      ],
    },
  },
  {
    // one guarded client makes every outgoing call
    files: ['app/**/*.ts', '{packages,plugins}/**/*.ts', 'commands/**/*.ts', 'providers/**/*.ts'],
    ignores: [
      ...['app/outbound/**', 'app/http/**', '**/*.spec.ts'],
      // the suite's stand-in is a server of its own, and calls nobody else
      'packages/kit/conform/stand_in.ts',
      // the client is no part of the server: it runs elsewhere, and calls it
      'packages/client/**',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: outgoing.map((name) => ({
            name,
            message: 'Outgoing calls go through app/outbound.',
            allowTypeImports: true,
          })),
        },
      ],
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Outgoing calls go through app/outbound.' },
      ],
    },
  },
  {
    files: ['scripts/**', 'bench/**', 'commands/**', 'bin/**', 'tests/**', '**/*.spec.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: { module: 'writable' } },
  },
)
