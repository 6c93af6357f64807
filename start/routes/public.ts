import router from '@adonisjs/core/services/router'
import { LARGEST_JSON } from '#app/http/read_json'
import { middleware } from '#start/kernel'

const CodesController = () => import('#app/respond/codes_controller')
const ExampleController = () => import('#app/respond/example_controller')
const FilesController = () => import('#app/files/files_controller')
const HooksController = () => import('#app/integrations/hooks_controller')
const MediaController = () => import('#app/files/media/media_controller')
const PagesController = () => import('#app/respond/pages_controller')
const PreviewController = () => import('#app/respond/preview_controller')
const StatePreviewController = () => import('#app/respond/state_preview_controller')
const VersionPreviewController = () => import('#app/respond/version_preview_controller')
const PublicFormsController = () => import('#app/respond/public_forms_controller')
const SubmissionsController = () => import('#app/respond/submissions_controller')
const UploadsController = () => import('#app/respond/uploads_controller')

/** Routes anyone may call: no session, no CSRF token, no body read before the route asks for it. */
export function publicRoutes(): void {
  router
    .group(() => {
      router.get('/', [PagesController, 'show']).as('show')
      router.post('/', [PagesController, 'take']).as('take')
      router.get('/_payload.json', [PublicFormsController, 'show']).as('payload')
      router.post('/password', [PagesController, 'enter']).as('password')
      router.get('/endings/:receipt', [PagesController, 'ending']).as('ending')
      router.get('/responses/:token/:page', [PagesController, 'showTurn']).as('responses.show')
      router.post('/responses/:token/:page', [PagesController, 'takeTurn']).as('responses.take')
    })
    .prefix('/forms/:slug')
    // The creator's own screens lie beside the forms.
    .where('slug', /^(?!create$)[A-Za-z0-9-]+$/)
    .as('public.pages')

  // requests of services, verified by what their integration declares
  router.any('/api/integrations/:integration/*', [HooksController, 'take']).as('public.hooks')

  router.get('/files/:token', [FilesController, 'show']).as('public.file')
  router.get('/media/:id/:hash', [MediaController, 'show']).as('public.media')

  // The draft or a version, as its members see it: the one page here that asks who somebody is. Nothing is changed by posting to it,
  // and only its own pages can (`isPreviewKey`), so that it does without the CSRF token of the creator's app.
  const preview = (
    controller: typeof PreviewController | typeof ExampleController | typeof VersionPreviewController,
  ) =>
    router.group(() => {
      router.get('/', [controller, 'show']).as('show')
      router.post('/', [controller, 'turn']).as('turn')
      router.post('/files', [controller, 'file']).as('files')
      router.post('/evaluation', [controller, 'evaluate']).as('evaluation')
    })
  preview(ExampleController).prefix('/forms/example/preview').as('public.example')
  const signedIn = [middleware.session(), middleware.guards(), middleware.auth()]
  const members = [...signedIn, middleware.workspace({ role: 'viewer' })]
  preview(PreviewController).prefix('/forms/:form/preview').as('public.preview').use(members)
  router
    .get('/forms/:form/preview/:state', [StatePreviewController, 'show'])
    .where('state', /^(early|closed|full)$/)
    .as('public.state-preview')
    .use([...signedIn, middleware.workspace({ role: 'editor' })])
  preview(VersionPreviewController)
    .prefix('/forms/:form/versions/:number/preview')
    .where('number', /^\d{1,9}$/)
    .as('public.version-preview')
    .use(members)

  // for programs that come with a token and a key
  const once = middleware.idempotent({ reads: LARGEST_JSON })
  router
    .group(() => {
      router.get('/public', [PublicFormsController, 'show']).as('form')
      router.post('/submissions', [SubmissionsController, 'store']).as('submissions').use(once)
      router.post('/evaluation', [SubmissionsController, 'evaluate']).as('evaluation')
      router.post('/codes', [CodesController, 'store']).as('codes').use(once)
      router.post('/confirmations', [CodesController, 'confirm']).as('confirmations').use(once)
      router.post('/files', [UploadsController, 'store']).as('files')
      router.post('/uploads', [UploadsController, 'begin']).as('uploads')
      router
        .route('/uploads/:upload', ['HEAD', 'PATCH', 'DELETE'], [UploadsController, 'proceed'])
        .where('upload', router.matchers.uuid())
        .as('upload')
    })
    .prefix('/api/forms/:form')
    .as('public.api')
    // open to everybody; a token that comes along must be good for it
    .use(middleware.bearer())
}
