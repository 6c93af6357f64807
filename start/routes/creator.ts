import router from '@adonisjs/core/services/router'

const ShellController = () => import('#app/http/shell_controller')
const HealthController = () => import('#app/http/health_controller')

/** Addresses of the creator's application; all serve the same shell, which then shows the screen. */
const SCREENS = {
  index: '/',
  login: '/login',
  register: '/register',
  setup: '/setup',
  'password-email': '/password/email',
  'password-reset': '/password/reset/:token',
  home: '/home',
  'home-bin': '/home/bin',
  'forms-create': '/forms/create',
  'forms-slug-edit': '/forms/:slug/edit',
  'forms-slug-show': '/forms/:slug/show',
  'forms-slug-show-tab': '/forms/:slug/show/*',
  settings: '/settings',
  'settings-tab': '/settings/*',
}

/** The shell of the creator's application, its build number, and the health of the process. */
export function creatorRoutes(): void {
  for (const [name, path] of Object.entries(SCREENS)) {
    router.get(path, [ShellController, 'show']).as(`screens.${name}`)
  }
  router.get('/builds/latest.json', [ShellController, 'build']).as('builds.latest')
  router.get('/health/live', [HealthController, 'live']).as('health.live')
  router.get('/health/ready', [HealthController, 'ready']).as('health.ready')
}
