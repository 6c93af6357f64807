import router from '@adonisjs/core/services/router'
import { member, middleware } from '#start/kernel'

const Submissions = () => import('#app/submissions/submissions_controller')
const Answers = () => import('#app/submissions/answers_controller')
const ToldEvents = () => import('#app/submissions/told_events_controller')
const Bin = () => import('#app/submissions/submission_bin_controller')
const Deletions = () => import('#app/submissions/deletions_controller')
const Exports = () => import('#app/submissions/exports_controller')

const viewer = member('viewer')
/** for whoever may see them, and has given their password not long ago: everything leaves at once */
const exporter = [...viewer, middleware.confirmed()]
const editor = member('editor')
const admin = member('admin')

/** Routes of submissions, as the creator sees them. */
export function submissionRoutes(): void {
  router.get('/api/forms/:form/submissions.csv', [Submissions, 'csv']).as('submissions.csv').use(exporter)
  router.get('/api/forms/:form/submissions', [Submissions, 'index']).as('submissions.index').use(viewer)
  router.get('/api/forms/:form/answers', [Answers, 'index']).as('submissions.answers.index').use(viewer)
  router.get('/api/forms/:form/answers/:id', [Answers, 'show']).as('submissions.answers.show').use(viewer)
  router
    .patch('/api/forms/:form/answers/:id', [Answers, 'update'])
    .as('submissions.answers.update')
    .use(editor)
  router
    .get('/api/forms/:form/subscription-events', [ToldEvents, 'index'])
    .as('subscriptions.events')
    .use(viewer)
  router
    .get('/api/forms/:form/subscription-sample', [ToldEvents, 'sample'])
    .as('subscriptions.sample')
    .use(viewer)
  router.get('/api/forms/:form/summary', [Submissions, 'summary']).as('submissions.summary').use(viewer)
  router.get('/api/forms/:form/submissions/:id', [Submissions, 'show']).as('submissions.show').use(viewer)
  router
    .delete('/api/forms/:form/submissions/:id', [Submissions, 'destroy'])
    .as('submissions.destroy')
    .use(editor)
  router
    .post('/api/forms/:form/deletions', [Deletions, 'store'])
    .as('submissions.deletions.store')
    .use(editor)
  router
    .post('/api/forms/:form/deletions/matching', [Deletions, 'storeMatching'])
    .as('submissions.deletions.matching.store')
    .use(editor)
  router
    .get('/api/forms/:form/submissions/:id/files/:fileId', [Submissions, 'file'])
    .as('submissions.file')
    .use(viewer)

  router.get('/api/forms/:form/bin', [Bin, 'index']).as('submissions.bin.index').use(viewer)
  router.delete('/api/forms/:form/bin', [Bin, 'empty']).as('submissions.bin.empty').use(admin)
  router.get('/api/forms/:form/bin/:id', [Bin, 'show']).as('submissions.bin.show').use(viewer)
  router.get('/api/forms/:form/bin/:id/files/:fileId', [Bin, 'file']).as('submissions.bin.file').use(viewer)
  router.delete('/api/forms/:form/bin/:id', [Bin, 'destroy']).as('submissions.bin.destroy').use(admin)
  router
    .post('/api/forms/:form/bin/deletions', [Bin, 'destroySeveral'])
    .as('submissions.bin.deletions.store')
    .use(admin)
  router
    .post('/api/forms/:form/bin/:id/restoration', [Bin, 'restore'])
    .as('submissions.bin.restore')
    .use(editor)
  router
    .post('/api/forms/:form/bin/restorations', [Bin, 'restoreSeveral'])
    .as('submissions.bin.restorations.store')
    .use(editor)

  router.get('/api/forms/:form/exports', [Exports, 'index']).as('exports.index').use(viewer)
  router.post('/api/forms/:form/exports', [Exports, 'store']).as('exports.store').use(exporter)
  router.get('/api/forms/:form/exports/:id', [Exports, 'show']).as('exports.show').use(viewer)
  router.delete('/api/forms/:form/exports/:id', [Exports, 'destroy']).as('exports.destroy').use(viewer)
  router.get('/api/forms/:form/exports/:id/file', [Exports, 'file']).as('exports.file').use(exporter)
}
