import { Alert, Text } from '@mantine/core'
import { useNavigate, useSearchParams } from 'react-router'
import { useSetup } from '../../api/accounts.ts'
import { usePageTitle } from '../../design/page_title.ts'
import { AuthLayout } from './auth_layout.tsx'
import { NewAccountForm } from './new_account_form.tsx'

/** Making the first account of an installation, by the link that its start printed. */
export default function SetupPage() {
  usePageTitle('Set up Formwright')
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const making = useSetup(token)
  const navigate = useNavigate()
  return (
    <AuthLayout title="Set up Formwright" other={{ words: 'Already set up?', to: '/login', link: 'Sign in' }}>
      {token ? (
        <>
          <Text c="dimmed">There are no accounts yet. Create the first one.</Text>
          <NewAccountForm
            making={making}
            submit="Create the first account"
            onMade={() => navigate('/home', { replace: true })}
          />
        </>
      ) : (
        <Alert color="red" variant="light" role="alert">
          This link is incomplete. Open the whole link that was printed when Formwright started.
        </Alert>
      )}
    </AuthLayout>
  )
}
