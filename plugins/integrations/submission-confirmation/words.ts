interface Words {
  subject(form: string): string
  message: string
  footer(form: string): string
}

/** What a mail says by itself. */
export const WORDS: Record<string, Words> & { en: Words } = {
  en: {
    subject: (form) => `We have your answers: ${form}`,
    message: 'Thank you. Your answers have arrived.',
    footer: (form) =>
      `This address was entered in the form “${form}”. If that was not you, you can ignore this mail.`,
  },
  de: {
    subject: (form) => `Ihre Antworten sind da: ${form}`,
    message: 'Danke. Ihre Antworten sind angekommen.',
    footer: (form) =>
      `Diese Adresse wurde im Formular „${form}“ angegeben. Waren Sie das nicht, können Sie diese E-Mail ignorieren.`,
  },
  fr: {
    subject: (form) => `Vos réponses sont arrivées : ${form}`,
    message: 'Merci. Vos réponses sont bien arrivées.',
    footer: (form) =>
      `Cette adresse a été indiquée dans le formulaire « ${form} ». Si ce n’était pas vous, ignorez ce message.`,
  },
  es: {
    subject: (form) => `Tenemos sus respuestas: ${form}`,
    message: 'Gracias. Sus respuestas han llegado.',
    footer: (form) =>
      `Esta dirección se indicó en el formulario «${form}». Si no fue usted, puede ignorar este correo.`,
  },
  ar: {
    subject: (form) => `وصلت إجاباتك: ${form}`,
    message: 'شكرًا. وصلت إجاباتك.',
    footer: (form) => `أُدخل هذا العنوان في النموذج «${form}». إذا لم تكن أنت، فيمكنك تجاهل هذه الرسالة.`,
  },
}
