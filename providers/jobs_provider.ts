import { WorkBesideProvider } from './work_beside.ts'

/**
 * Lets the web process do the work beside its requests. When it ends, work under way stops while requests drain, and is
 * given back before the connections to the database close.
 */
export default class JobsProvider extends WorkBesideProvider {
  protected async begin(): Promise<() => Promise<void>> {
    const { startJobs, stopJobs } = await import('#app/jobs/jobs')
    const { writeExports, sweepExports } = await import('#app/submissions/export_job')
    const { packSegments } = await import('#app/submissions/pack_segments')
    const { purgeForms } = await import('#app/submissions/purge_forms')
    const { purgeSubmissions } = await import('#app/submissions/purge_submissions')
    const { collectLeftovers, collectMedia } = await import('#app/files/collector')
    const { sweepSpareFiles } = await import('#app/files/spare_files')
    const { finishDeletions } = await import('#app/integrations/delete_integration')
    const { tellFailing } = await import('#app/integrations/tell_failing')
    const { forgetDeliveries } = await import('#app/integrations/forget_deliveries')
    const { sendAccountMails } = await import('#app/accounts/account_mails')
    const { sweepSessions } = await import('#app/accounts/session_table')
    const { sweepIdempotentRequests } = await import('#app/access_tokens/idempotent_requests')
    const upkeep = (queue: string, cron: string, run: (signal: AbortSignal) => Promise<void>) => ({
      queue,
      cron,
      retries: 3,
      pollSeconds: 30,
      run: (_ids: unknown, signal: AbortSignal) => run(signal),
    })
    await startJobs([
      writeExports,
      sendAccountMails,
      tellFailing,
      upkeep('pack-segments', '* * * * *', packSegments),
      upkeep('sweep-exports', '7 * * * *', sweepExports),
      upkeep('purge-forms', '17 * * * *', purgeForms),
      upkeep('purge-submissions', '22 * * * *', purgeSubmissions),
      upkeep('collect-leftovers', '*/30 * * * *', collectLeftovers),
      upkeep('collect-media', '47 * * * *', collectMedia),
      upkeep('sweep-spare-files', '32 4 * * *', sweepSpareFiles),
      upkeep('forget-deliveries', '27 * * * *', forgetDeliveries),
      upkeep('finish-deletions', '12 * * * *', finishDeletions),
      upkeep('sweep-sessions', '37 * * * *', sweepSessions),
      upkeep('sweep-idempotent-requests', '42 * * * *', sweepIdempotentRequests),
    ])
    return stopJobs
  }
}
