import { Text } from '@mantine/core'
import { may, useWorkspaces } from '../../api/workspaces.ts'
import page from '../../design/page.module.css'
import { PageHeader } from '../../design/page_header.tsx'
import { usePageTitle } from '../../design/page_title.ts'
import { Starts } from './starts.tsx'

/** Begins a form, in one of several ways, and straight into the editor. */
export default function CreatePage() {
  usePageTitle('New form')
  const { current } = useWorkspaces()
  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <PageHeader
        title="New form"
        words={current ? `In ${current.name}. Nobody sees it until you publish it.` : '\u00a0'}
      />
      {current && !may(current.role, 'editor') ? (
        <Text>You can view forms in this workspace. Ask its owner for the editor role to make new ones.</Text>
      ) : (
        <Starts workspaceId={current?.id} replace />
      )}
    </main>
  )
}
