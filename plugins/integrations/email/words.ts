interface Words {
  subject(form: string): string
  /** of a submission that was changed since */
  edited(subject: string): string
  open: string
  footer(form: string): string
}

/** What a mail says by itself. */
export const WORDS: Record<string, Words> & { en: Words } = {
  en: {
    subject: (form) => `New submission: ${form}`,
    edited: (subject) => `Edited: ${subject}`,
    open: 'Open the submission',
    footer: (form) => `Sent for each submission of “${form}”.`,
  },
  de: {
    subject: (form) => `Neue Einsendung: ${form}`,
    edited: (subject) => `Geändert: ${subject}`,
    open: 'Einsendung öffnen',
    footer: (form) => `Wird zu jeder Einsendung von „${form}“ verschickt.`,
  },
  fr: {
    subject: (form) => `Nouvelle réponse : ${form}`,
    edited: (subject) => `Modifié : ${subject}`,
    open: 'Ouvrir la réponse',
    footer: (form) => `Envoyé pour chaque réponse à « ${form} ».`,
  },
  es: {
    subject: (form) => `Nueva respuesta: ${form}`,
    edited: (subject) => `Editado: ${subject}`,
    open: 'Abrir la respuesta',
    footer: (form) => `Se envía con cada respuesta a «${form}».`,
  },
  ar: {
    subject: (form) => `رد جديد: ${form}`,
    edited: (subject) => `معدّل: ${subject}`,
    open: 'فتح الرد',
    footer: (form) => `يُرسل مع كل رد على «${form}».`,
  },
}
