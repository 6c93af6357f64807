import { Alert, Skeleton } from '@mantine/core'
import { useNavigate, useSearchParams } from 'react-router'
import { useRegister } from '../../api/accounts.ts'
import { useFeatures } from '../../api/features.ts'
import { usePageTitle } from '../../design/page_title.ts'
import { AuthLayout } from './auth_layout.tsx'
import { NewAccountForm } from './new_account_form.tsx'
import { nextPath } from './next_path.ts'

/** Making an account, by whoever may; a personal workspace comes with it. */
export default function RegisterPage() {
  usePageTitle('Create an account')
  const [search] = useSearchParams()
  const invitation = search.get('invitation') ?? undefined
  const making = useRegister(invitation)
  const navigate = useNavigate()
  const features = useFeatures()
  // where it cannot be told, the server says so to whoever tries
  const registration = features.isError ? 'open' : features.data?.registration
  const refusal =
    registration === 'closed'
      ? 'New accounts are not accepted here. Ask whoever runs this server.'
      : registration === 'invited' && !invitation
        ? 'New accounts are by invitation here. Ask whoever runs this server for a link.'
        : undefined
  const query = search.size > 0 ? `?${search}` : ''
  return (
    <AuthLayout
      title="Create an account"
      other={{ words: 'Already have an account?', to: `/login${query}`, link: 'Sign in' }}
    >
      {registration === undefined ? (
        <Skeleton height={300} />
      ) : refusal === undefined ? (
        <NewAccountForm
          making={making}
          submit="Create account"
          onMade={() => navigate(nextPath(search), { replace: true })}
        />
      ) : (
        <Alert color="gray" variant="light">
          {refusal}
        </Alert>
      )}
    </AuthLayout>
  )
}
