import encryption from '@adonisjs/core/services/encryption'
import type { OpenForm } from '#app/respond/visit/admission'

const RECEIPT = { purpose: 'receipt', lifetime: '1 day' }

/** Says which submission an address of an ending belongs to. */
interface Receipt {
  form: string
  submission: string
}

/** The signed number of a submission that was just stored: the address of its ending holds no answer. */
export function receiptOf(form: OpenForm, submission: string): string {
  const receipt: Receipt = { form: form.formId, submission }
  return encryption.getMessageVerifier().sign(receipt, RECEIPT.lifetime, RECEIPT.purpose)
}

/** The submission a receipt was given for; undefined when it is too old or of another form. */
export function submissionIn(receipt: string, form: OpenForm): string | undefined {
  const read = encryption.getMessageVerifier().unsign<Receipt>(receipt, RECEIPT.purpose)
  return read?.form === form.formId ? read.submission : undefined
}
