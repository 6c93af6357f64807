interface Words {
  subject(form: string): string
  message(code: string, form: string): string
  footer: string
}

/** What a mail with a code says. */
export const CODE_WORDS: Record<string, Words> & { en: Words } = {
  en: {
    subject: (form) => `Your code: ${form}`,
    message: (code, form) =>
      `${code} is your code for the form “${form}”. Enter it there within ten minutes.\n\nGive it to nobody else.`,
    footer:
      'Somebody entered this address in the form. If that was not you, you can ignore this mail: nothing happens without the code.',
  },
  de: {
    subject: (form) => `Ihr Code: ${form}`,
    message: (code, form) =>
      `${code} ist Ihr Code für das Formular „${form}“. Geben Sie ihn dort innerhalb von zehn Minuten ein.\n\nGeben Sie ihn niemandem weiter.`,
    footer:
      'Jemand hat diese Adresse im Formular angegeben. Waren Sie das nicht, können Sie diese E-Mail ignorieren: Ohne den Code geschieht nichts.',
  },
  fr: {
    subject: (form) => `Votre code : ${form}`,
    message: (code, form) =>
      `${code} est votre code pour le formulaire « ${form} ». Saisissez-le dans les dix minutes.\n\nNe le donnez à personne.`,
    footer:
      'Quelqu’un a indiqué cette adresse dans le formulaire. Si ce n’était pas vous, ignorez ce message : rien ne se passe sans le code.',
  },
  es: {
    subject: (form) => `Su código: ${form}`,
    message: (code, form) =>
      `${code} es su código para el formulario «${form}». Escríbalo allí antes de diez minutos.\n\nNo se lo dé a nadie.`,
    footer:
      'Alguien indicó esta dirección en el formulario. Si no fue usted, puede ignorar este correo: sin el código no ocurre nada.',
  },
  ar: {
    subject: (form) => `رمزك: ${form}`,
    message: (code, form) =>
      `${code} هو رمزك للنموذج «${form}». أدخله هناك خلال عشر دقائق.\n\nلا تعطه لأي شخص آخر.`,
    footer:
      'أدخل شخص ما هذا العنوان في النموذج. إذا لم تكن أنت، فيمكنك تجاهل هذه الرسالة: لا يحدث شيء بدون الرمز.',
  },
}
