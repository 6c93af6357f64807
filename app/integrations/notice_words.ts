import { inLanguage } from '@formwright/kit/in_language'

/** How an integration is doing that its admins are told of. */
export type Trouble = 'paused' | 'waiting' | 'failing'

/** What a mail about an integration says. */
export interface NoticeWords {
  subject: string
  /** paragraphs, with an empty line between them */
  message: string
  /** what the last receiver, or the server, said is called this */
  reason: string
  link: string
  footer: string
}

/** The integration, its form, and since when it is so. */
interface Told {
  name: string
  title: string
  when: string
}

type Words = Record<Trouble, (told: Told) => { subject: string; message: string }> &
  Omit<NoticeWords, 'subject' | 'message'>

const WORDS: Record<string, Words> & { en: Words } = {
  en: {
    paused: ({ name, title, when }) => ({
      subject: `“${name}” is paused`,
      message: `“${name}” of the form “${title}” has been paused since ${when}: nothing is sent.\n\nSubmissions are kept. Fix what is wrong, resume it, then send what failed again.`,
    }),
    waiting: ({ name, title, when }) => ({
      subject: `“${name}” waits for its connection`,
      message: `“${name}” of the form “${title}” has waited for its connection since ${when}: nothing is sent.\n\nNothing is lost: what waits is sent once somebody connects again, or chooses another connection.`,
    }),
    failing: ({ name, title, when }) => ({
      subject: `“${name}” has been failing for a day`,
      message: `Everything that “${name}” of the form “${title}” should deliver has failed, or had no answer, since ${when}.\n\nSubmissions are kept, and it is tried again. After three days it is paused.`,
    }),
    reason: 'Reason',
    link: 'Open the integration',
    footer: 'You get this as an admin of the workspace.',
  },
  de: {
    paused: ({ name, title, when }) => ({
      subject: `„${name}“ ist angehalten`,
      message: `„${name}“ des Formulars „${title}“ ist seit ${when} angehalten: Es wird nichts gesendet.\n\nDie Antworten bleiben erhalten. Beheben Sie den Fehler, setzen Sie die Integration fort, und senden Sie dann erneut, was fehlgeschlagen ist.`,
    }),
    waiting: ({ name, title, when }) => ({
      subject: `„${name}“ wartet auf die Verbindung`,
      message: `„${name}“ des Formulars „${title}“ wartet seit ${when} auf die Verbindung: Es wird nichts gesendet.\n\nNichts geht verloren: Was wartet, wird gesendet, sobald jemand neu verbindet oder eine andere Verbindung wählt.`,
    }),
    failing: ({ name, title, when }) => ({
      subject: `„${name}“ schlägt seit einem Tag fehl`,
      message: `Alles, was „${name}“ des Formulars „${title}“ senden soll, ist seit ${when} fehlgeschlagen oder ohne Antwort geblieben.\n\nDie Antworten bleiben erhalten, und es wird weiter versucht. Nach drei Tagen wird die Integration angehalten.`,
    }),
    reason: 'Grund',
    link: 'Integration öffnen',
    footer: 'Sie erhalten diese Nachricht, weil Sie den Arbeitsbereich verwalten.',
  },
  fr: {
    paused: ({ name, title, when }) => ({
      subject: `« ${name} » est en pause`,
      message: `« ${name} » du formulaire « ${title} » est en pause depuis le ${when} : rien n’est envoyé.\n\nLes réponses sont conservées. Corrigez l’erreur, reprenez l’envoi, puis renvoyez ce qui a échoué.`,
    }),
    waiting: ({ name, title, when }) => ({
      subject: `« ${name} » attend sa connexion`,
      message: `« ${name} » du formulaire « ${title} » attend sa connexion depuis le ${when} : rien n’est envoyé.\n\nRien n’est perdu : ce qui attend part dès que quelqu’un se reconnecte ou choisit une autre connexion.`,
    }),
    failing: ({ name, title, when }) => ({
      subject: `« ${name} » échoue depuis un jour`,
      message: `Depuis le ${when}, tout ce que « ${name} » du formulaire « ${title} » devait envoyer a échoué ou est resté sans réponse.\n\nLes réponses sont conservées, et de nouveaux essais ont lieu. Après trois jours, l’intégration est mise en pause.`,
    }),
    reason: 'Raison',
    link: 'Ouvrir l’intégration',
    footer: 'Vous recevez ce message parce que vous administrez l’espace de travail.',
  },
  es: {
    paused: ({ name, title, when }) => ({
      subject: `«${name}» está en pausa`,
      message: `«${name}» del formulario «${title}» está en pausa desde el ${when}: no se envía nada.\n\nLas respuestas se conservan. Corrija el error, reanude la integración y vuelva a enviar lo que falló.`,
    }),
    waiting: ({ name, title, when }) => ({
      subject: `«${name}» espera su conexión`,
      message: `«${name}» del formulario «${title}» espera su conexión desde el ${when}: no se envía nada.\n\nNo se pierde nada: lo que espera se envía en cuanto alguien vuelva a conectar o elija otra conexión.`,
    }),
    failing: ({ name, title, when }) => ({
      subject: `«${name}» falla desde hace un día`,
      message: `Desde el ${when}, todo lo que «${name}» del formulario «${title}» debía enviar ha fallado o ha quedado sin respuesta.\n\nLas respuestas se conservan y se sigue intentando. Después de tres días, la integración se pone en pausa.`,
    }),
    reason: 'Motivo',
    link: 'Abrir la integración',
    footer: 'Recibe este mensaje porque administra el espacio de trabajo.',
  },
  ar: {
    paused: ({ name, title, when }) => ({
      subject: `«${name}» متوقف مؤقتًا`,
      message: `«${name}» في النموذج «${title}» متوقف مؤقتًا منذ ${when}: لا يُرسل شيء.\n\nالردود محفوظة. أصلح الخطأ، واستأنف الإرسال، ثم أعد إرسال ما فشل.`,
    }),
    waiting: ({ name, title, when }) => ({
      subject: `«${name}» ينتظر الاتصال`,
      message: `«${name}» في النموذج «${title}» ينتظر الاتصال منذ ${when}: لا يُرسل شيء.\n\nلا يضيع شيء: ما ينتظر يُرسل حالما يعيد شخص ما الاتصال أو يختار اتصالًا آخر.`,
    }),
    failing: ({ name, title, when }) => ({
      subject: `«${name}» يفشل منذ يوم`,
      message: `كل ما كان على «${name}» في النموذج «${title}» إرساله فشل أو بقي بلا جواب منذ ${when}.\n\nالردود محفوظة، وتستمر المحاولات. بعد ثلاثة أيام يتوقف مؤقتًا.`,
    }),
    reason: 'السبب',
    link: 'فتح التكامل',
    footer: 'وصلتك هذه الرسالة لأنك تدير مساحة العمل.',
  },
}

/** What a notice says in a language. */
export function noticeWords(
  trouble: Trouble,
  language: string,
  { name, title, since }: { name: string; title: string; since: Date },
): NoticeWords {
  const { reason, link, footer, ...about } = inLanguage(WORDS, language)
  const at = since.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return { ...about[trouble]({ name, title, when: `${at} UTC` }), reason, link, footer }
}
