// Who may import whom: one direction, no circles, plugins know nobody but the kit.

/** Which concepts of app/ each one may import, those above it only: the first line of its README says the same. */
const MAY = {
  http: [],
  jobs: ['http'],
  outbound: ['http'],
  plugins: ['http'],
  administration: [],
  workspaces: ['http'],
  files: ['http', 'workspaces', 'administration'],
  mail: ['http', 'workspaces', 'files', 'outbound'],
  accounts: ['http', 'jobs', 'workspaces', 'mail'],
  access_tokens: ['http', 'workspaces', 'accounts'],
  forms: ['http', 'workspaces', 'accounts', 'files', 'plugins', 'mail'],
  outbox: ['http', 'workspaces', 'forms', 'administration'],
  connections: ['http', 'workspaces', 'plugins', 'outbound', 'jobs'],
  integrations: [
    'http',
    'workspaces',
    'forms',
    'files',
    'plugins',
    'outbox',
    'outbound',
    'mail',
    'jobs',
    'connections',
    'administration',
  ],
  instance: [
    'http',
    'workspaces',
    'accounts',
    'files',
    'forms',
    'outbox',
    'mail',
    'connections',
    'integrations',
    'administration',
  ],
  respond: ['http', 'workspaces', 'forms', 'files', 'plugins', 'mail', 'outbox'],
  submissions: [
    'http',
    'workspaces',
    'forms',
    'files',
    'plugins',
    'outbox',
    'integrations',
    'respond',
    'jobs',
  ],
  reference: ['http', 'forms', 'respond', 'submissions', 'integrations'],
}

/** The subjects of app/respond, each of which may import those behind it; the controllers beside them import all. */
const RESPOND = ['visit', 'page', 'submission', 'request']
/** The folders of engine/: each may import those before it, and the files beside them, so that no two go in a circle. */
const ENGINE = ['logic/interpreter', 'bound', 'document', 'logic', 'plan', 'response', 'fixtures']
/** The rooms of frontend/creator/: each may import those above it, so that no two go in a circle. */
const CREATOR = [
  ['text', 'errors', 'accounts'],
  ['logic', 'forms', 'landing', 'access_tokens', 'workspace', 'instance'],
  ['plugins', 'home', 'connections'],
  ['editor', 'submissions', 'integrations', 'share'],
  ['shell'],
]

const notSpecs = '\\.(spec|fixture)\\.tsx?$'

module.exports = {
  forbidden: [
    {
      name: 'kit-knows-nobody',
      severity: 'error',
      from: { path: '^packages/kit/', pathNot: notSpecs },
      to: {
        path: '^(api_types|app|engine|frontend|plugins|config|start|providers|commands|database)/',
      },
    },
    {
      name: 'client-knows-nobody',
      comment: 'It is published, and runs where nothing of ours is; nothing of ours needs it.',
      severity: 'error',
      from: { path: '^packages/client/', pathNot: [notSpecs, '/pack\\.mjs$'] },
      to: { pathNot: '^packages/client/' },
    },
    {
      name: 'zapier-knows-nobody',
      comment: 'Zapier runs it, where nothing of ours is.',
      severity: 'error',
      from: { path: '^packages/zapier/', pathNot: [notSpecs, '/(check\\.mjs|index\\.js)$'] },
      to: { pathNot: '^packages/zapier/' },
    },
    {
      name: 'engine-knows-the-kit-only',
      severity: 'error',
      from: { path: '^engine/', pathNot: notSpecs },
      to: { path: '^(api_types|app|frontend|plugins|config|start|providers|commands|database)/' },
    },
    {
      name: 'plugins-do-not-import-each-other',
      severity: 'error',
      from: { path: '^plugins/(fields|layout|integrations|connections)/([^/]+)/' },
      to: { path: '^plugins/(fields|layout|integrations|connections)/', pathNot: '^plugins/$1/$2/' },
    },
    {
      name: 'plugins-know-the-kit-only',
      severity: 'error',
      from: { path: '^plugins/(fields|layout|integrations|connections)/', pathNot: notSpecs },
      to: { path: '^(api_types|app|frontend|config|start|providers|commands|database)/' },
    },
    {
      name: 'plugins-take-types-only-from-the-engine',
      severity: 'error',
      from: { path: '^plugins/(fields|layout|integrations|connections)/', pathNot: notSpecs },
      to: { path: '^engine/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-of-the-server-in-browsers',
      severity: 'error',
      from: { path: '^frontend/|^(packages|plugins)/.*\\.tsx$', pathNot: notSpecs },
      to: { path: '^(app|config|start|providers|commands|database)/|^plugins/.*/(server|deliver)\\.ts$' },
    },
    {
      name: 'api-types-know-types-only',
      comment:
        "What the server answers and the creators' app reads, declared once: both import it, and it runs nowhere.",
      severity: 'error',
      from: { path: '^api_types/' },
      to: { pathNot: '^api_types/|^engine/|^packages/kit/' },
    },
    {
      name: 'api-types-hold-types-only',
      severity: 'error',
      from: {},
      to: { path: '^api_types/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'public-page-has-no-api-types',
      comment: "They are of the creators' API.",
      severity: 'error',
      from: { path: '^frontend/(respondent|design)/' },
      to: { path: '^api_types/' },
    },
    {
      name: 'core-does-not-name-plugins',
      severity: 'error',
      from: { path: '^(app|providers|start|frontend|commands)/', pathNot: notSpecs },
      to: { path: '^plugins/(fields|layout|integrations|connections)/' },
    },
    {
      name: 'public-page-has-no-compiler',
      comment: 'The public bundle holds the interpreter of plans only.',
      severity: 'error',
      from: { path: '^frontend/respondent/', pathNot: notSpecs },
      to: {
        path: '^engine/(logic/(?!interpreter/)|plan/(?!(plan|public_form|setting_text)\\.ts$)|document/(schema|lift|validate|assemble)\\.ts$)',
        reachable: true,
      },
    },
    {
      name: 'responses-run-plans-only',
      comment: 'Parser, checker, compiler and schemas stay out of what public pages load.',
      severity: 'error',
      from: { path: '^engine/(response|logic/interpreter)/', pathNot: notSpecs },
      to: {
        path: '^engine/(logic/(?!interpreter/)|plan/(?!(plan|setting_text)\\.ts$)|fixtures/)|^engine/document/(?!(document|problems)\\.ts$)',
      },
    },
    {
      name: 'public-page-is-small',
      severity: 'error',
      from: { path: '^frontend/respondent/|^plugins/(fields|layout)/[^/]+/(respond\\.tsx|answer\\.ts)$' },
      to: { path: '^node_modules/(@mantine|@tanstack|@dnd-kit|dayjs|luxon|valibot|react-router)/' },
    },
    {
      name: 'design-knows-no-form',
      severity: 'error',
      from: { path: '^frontend/design/' },
      to: { path: '^(engine|plugins)/|^frontend/(creator|respondent|api)/' },
    },
    {
      name: 'server-needs-no-scripts',
      comment:
        'Scripts start, build and test: what the server needs while it runs lies in a room of its own.',
      severity: 'error',
      from: {
        path: '^(app|config|providers|start|commands|engine|packages|plugins|frontend)/',
        pathNot: notSpecs,
      },
      to: { path: '^scripts/' },
    },
    {
      name: 'operator-connection-is-for-few',
      comment: 'It sees the rows of every workspace.',
      severity: 'error',
      from: {
        pathNot: [
          '^commands/',
          '^app/administration/',
          '^app/integrations/claimer\\.ts$',
          '^app/instance/(clock|mails|unread_secrets)\\.ts$',
          '^app/outbox/outbox_batches\\.ts$',
          '^app/files/(collector|spare_files)\\.ts$',
          '^tests/',
          notSpecs,
        ],
      },
      to: { path: '^app/administration/operator\\.ts$' },
    },
    ...Object.keys(MAY).map((concept) => ({
      name: `app-${concept}-imports-only-what-it-names`,
      severity: 'error',
      from: { path: `^app/${concept}/`, pathNot: notSpecs },
      to: { path: '^app/', pathNot: [concept, ...MAY[concept]].map((name) => `^app/${name}/`) },
    })),
    ...RESPOND.map((subject, at) => ({
      name: `app-respond-${subject}-imports-one-way`,
      severity: 'error',
      from: { path: `^app/respond/${subject}/`, pathNot: notSpecs },
      to: { path: '^app/respond/', pathNot: RESPOND.slice(at).map((name) => `^app/respond/${name}/`) },
    })),
    ...ENGINE.map((folder, at) => ({
      name: `engine-${folder.replace('/', '-')}-imports-only-folders-before-it`,
      severity: 'error',
      from: { path: `^engine/${folder}/`, pathNot: notSpecs },
      to: { path: '^engine/[^/]+/', pathNot: ENGINE.slice(0, at + 1).map((name) => `^engine/${name}/`) },
    })),
    {
      name: 'engine-folders-are-listed',
      comment: 'A new folder takes its place in ENGINE; files beside the folders import none of them.',
      severity: 'error',
      from: { path: `^engine/(?!(${ENGINE.join('|')})/)`, pathNot: notSpecs },
      to: { path: '^engine/[^/]+/' },
    },
    ...CREATOR.flatMap((rooms, level) =>
      rooms.map((room) => ({
        name: `creator-${room}-imports-only-rooms-above-it`,
        severity: 'error',
        from: { path: `^frontend/creator/${room}/`, pathNot: notSpecs },
        to: {
          path: '^frontend/creator/',
          pathNot: [room, ...CREATOR.slice(0, level).flat()].map((name) => `^frontend/creator/${name}/`),
        },
      })),
    ),
    {
      name: 'creator-rooms-are-listed',
      comment: 'A new folder takes its place in CREATOR.',
      severity: 'error',
      from: { path: `^frontend/creator/(?!(${CREATOR.flat().join('|')})/)[^/]+/` },
      to: {},
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      // what its build makes lies there only once it is to be published
      from: { pathNot: '^packages/zapier/index\\.js$' },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|storage|build)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.rules.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
}
