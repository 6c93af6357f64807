/** What stands for a code that was sent, and for its proof, in a preview: no mail is sent there, and any six digits are right. */
export const SENT_IN_PREVIEW = 'preview'
