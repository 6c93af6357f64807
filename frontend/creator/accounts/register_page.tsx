import { useNavigate, useSearchParams } from 'react-router'
import { useRegister } from '../../api/accounts.ts'
import { usePageTitle } from '../../design/page_title.ts'
import { AuthLayout } from './auth_layout.tsx'
import { NewAccountForm } from './new_account_form.tsx'
import { nextPath } from './next_path.ts'

/** Making an account; a personal workspace comes with it. */
export default function RegisterPage() {
  usePageTitle('Create an account')
  const making = useRegister()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const query = search.size > 0 ? `?${search}` : ''
  return (
    <AuthLayout
      title="Create an account"
      other={{ words: 'Already have an account?', to: `/login${query}`, link: 'Sign in' }}
    >
      <NewAccountForm
        making={making}
        submit="Create account"
        onMade={() => navigate(nextPath(search), { replace: true })}
      />
    </AuthLayout>
  )
}
