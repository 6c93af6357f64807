import router from '@adonisjs/core/services/router'
import { member, middleware } from '#start/kernel'

const Forms = () => import('#app/forms/forms_controller')
const Drafts = () => import('#app/forms/drafts_controller')
const FormPasswords = () => import('#app/forms/form_passwords_controller')
const Questions = () => import('#app/forms/questions_controller')
const Publications = () => import('#app/forms/publications_controller')
const Themes = () => import('#app/forms/themes_controller')
const Weight = () => import('#app/respond/weight_controller')
const Bin = () => import('#app/forms/bin_controller')
const Events = () => import('#app/forms/events_controller')

const viewer = member('viewer')
const editor = member('editor')
const admin = member('admin')

/** Routes of forms. */
export function formRoutes(): void {
  router.get('/api/workspaces/:workspaceId/forms', [Forms, 'index']).as('forms.index').use(viewer)
  router.post('/api/workspaces/:workspaceId/forms', [Forms, 'store']).as('forms.store').use(editor)
  router.get('/api/forms/:form', [Forms, 'show']).as('forms.show').use(viewer)
  router.delete('/api/forms/:form', [Forms, 'destroy']).as('forms.destroy').use(editor)
  router.post('/api/forms/:form/copies', [Forms, 'duplicate']).as('forms.copies.store').use(editor)
  router.put('/api/forms/:form/slug', [Forms, 'move']).as('forms.slug.update').use(editor)

  router.get('/api/workspaces/:workspaceId/bin', [Bin, 'index']).as('forms.bin.index').use(viewer)
  router.delete('/api/workspaces/:workspaceId/bin', [Bin, 'empty']).as('forms.bin.empty').use(admin)
  router
    .delete('/api/workspaces/:workspaceId/bin/:id', [Bin, 'destroy'])
    .where('id', router.matchers.uuid())
    .as('forms.bin.destroy')
    .use(admin)
  router
    .post('/api/workspaces/:workspaceId/bin/:id/restoration', [Bin, 'restore'])
    .where('id', router.matchers.uuid())
    .as('forms.bin.restore')
    .use(editor)

  router.put('/api/forms/:form/password', [FormPasswords, 'update']).as('forms.password.update').use(editor)
  router
    .delete('/api/forms/:form/password', [FormPasswords, 'destroy'])
    .as('forms.password.destroy')
    .use(editor)

  router.get('/api/forms/:form/draft', [Drafts, 'show']).as('forms.draft.show').use(viewer)
  router.patch('/api/forms/:form/draft', [Drafts, 'update']).as('forms.draft.update').use(editor)
  router.get('/api/forms/:form/document', [Drafts, 'document']).as('forms.document.show').use(viewer)
  router.get('/api/forms/:form/draft/changes', [Drafts, 'changes']).as('forms.draft.changes').use(viewer)
  router.get('/api/events', [Events, 'show']).as('forms.events').use(middleware.auth())

  router.get('/api/workspaces/:workspaceId/themes', [Themes, 'index']).as('themes.index').use(viewer)
  router.post('/api/workspaces/:workspaceId/themes', [Themes, 'store']).as('themes.store').use(editor)
  router
    .patch('/api/workspaces/:workspaceId/themes/:id', [Themes, 'update'])
    .where('id', router.matchers.uuid())
    .as('themes.update')
    .use(editor)
  router
    .delete('/api/workspaces/:workspaceId/themes/:id', [Themes, 'destroy'])
    .where('id', router.matchers.uuid())
    .as('themes.destroy')
    .use(editor)

  router.get('/api/forms/:form/check', [Publications, 'check']).as('forms.check').use(viewer)
  router.get('/api/forms/:form/weight', [Weight, 'show']).as('forms.weight').use(viewer)
  router
    .post('/api/forms/:form/publication', [Publications, 'store'])
    .as('forms.publication.store')
    .use(editor)
  router
    .delete('/api/forms/:form/publication', [Publications, 'destroy'])
    .as('forms.publication.destroy')
    .use(editor)
  router.post('/api/forms/:form/closure', [Publications, 'close']).as('forms.closure.store').use(editor)
  router.delete('/api/forms/:form/closure', [Publications, 'reopen']).as('forms.closure.destroy').use(editor)
  router.get('/api/forms/:form/questions', [Questions, 'index']).as('forms.questions').use(viewer)
  router.get('/api/forms/:form/versions', [Publications, 'versions']).as('forms.versions').use(viewer)
  router
    .get('/api/forms/:form/versions/:number', [Publications, 'version'])
    .where('number', /^\d{1,9}$/)
    .as('forms.versions.show')
    .use(viewer)
  router
    .patch('/api/forms/:form/versions/:number', [Publications, 'note'])
    .where('number', /^\d{1,9}$/)
    .as('forms.versions.update')
    .use(editor)
  router
    .get('/api/forms/:form/versions/:number/changes', [Publications, 'changes'])
    .where('number', /^\d{1,9}$/)
    .as('forms.versions.changes')
    .use(viewer)
}
