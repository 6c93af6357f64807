import type { ApplicationService } from '@adonisjs/core/types'
import type { ViteDevServer } from 'vite'
import { type Bundle, developWith } from '#app/http/frontend'
import { leavingOut } from '../app/plugins/left_out.ts'
import { plugins } from '../app/plugins/registry.ts'

/** While developing: Vite servers inside this process, one for each bundle. Nothing in production. */
export default class FrontendProvider {
  private servers: ViteDevServer[] = []

  constructor(private app: ApplicationService) {}

  /** Before the server listens, so that no request is answered without them. */
  async start() {
    if (!this.app.inDev) return
    const { createServer } = await import('vite')
    const root = this.app.makePath()
    const open = (mode: Bundle, port: number) =>
      createServer({
        root,
        mode,
        configFile: this.app.makePath('vite.config.ts'),
        plugins: [leavingOut(plugins.unusable())],
        appType: 'custom',
        server: { middlewareMode: true, hmr: { port, host: '127.0.0.1' } },
      })
    const port = Number(process.env.PORT)
    const [creator, respondent, live] = await Promise.all([
      open('creator', port + 1),
      open('respondent', port + 2),
      open('live', port + 3),
    ])
    const servers = { creator, respondent, live }
    this.servers = Object.values(servers)
    developWith({
      handle: (bundle, request, response) =>
        new Promise((resolve, reject) => {
          response.once('finish', resolve)
          servers[bundle].middlewares(request, response, (error: unknown) => {
            if (error) return reject(error)
            response.statusCode = 404
            response.end()
          })
        }),
      // Vite puts the base before addresses itself
      page: (url, html) => creator.transformIndexHtml(url, html.replaceAll('"/creator/', '"/')),
      renderer: () => respondent.ssrLoadModule('/frontend/respondent/server.tsx'),
    })
  }

  async shutdown() {
    await Promise.all(this.servers.map((server) => server.close()))
  }
}
