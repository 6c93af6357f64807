import { lookAt } from '#app/files/storage'
import { within } from '#app/workspaces/within'

/** So many files of a submission are looked for. */
const MOST = 1_000

/** The names of those files of a submission, in the bin or not, that the disk has lost. */
export async function lostFilesOf(workspaceId: string, submissionId: string): Promise<string[]> {
  const files = await within(workspaceId, async ({ trx }) => {
    const { rows } = await trx.rawQuery<{ rows: { name: string; storage_key: string }[] }>(
      `select name, storage_key from files where workspace_id = ? and submission_id = ? order by name limit ${MOST}`,
      [workspaceId, submissionId],
    )
    return rows
  })
  const found = await Promise.all(files.map((file) => lookAt(file.storage_key)))
  return files.flatMap(({ name }, index) => (found[index] ? [] : name))
}
