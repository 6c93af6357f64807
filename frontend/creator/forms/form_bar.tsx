import { createContext, useContext, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Form } from '../../../api_types/forms.ts'

/** What pages under one form share: the form, and the place in its bar that is theirs to fill. */
interface FormBarValue {
  form: Form
  actions: HTMLElement | null
}

const FormBarContext = createContext<FormBarValue | null>(null)
export const FormBarProvider = FormBarContext.Provider

function useFormBar(): FormBarValue {
  const value = useContext(FormBarContext)
  if (!value) throw new Error('This belongs under the layout of one form.')
  return value
}

/** The form whose pages these are. */
export function useCurrentForm(): Form {
  return useFormBar().form
}

/** Shows its content at the right of the form's bar, for as long as it is mounted: saved state, Preview, Publish. */
export function FormBarActions(props: { children: ReactNode }) {
  const { actions } = useFormBar()
  return actions && createPortal(props.children, actions)
}
