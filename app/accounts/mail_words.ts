import { inLanguage } from '@formwright/kit/in_language'

/** What a mail about an account says; `origin` is the address of this server. */
export interface MailWords {
  subject: string
  /** paragraphs, with an empty line between them */
  message: string
  link: string
  footer: string
}

/** What mails about accounts there are. */
export type AccountMailKind = 'password-reset' | 'password-changed' | 'invitation'

type Words = Record<AccountMailKind, (origin: string, when: string) => MailWords>

const WORDS: Record<string, Words> & { en: Words } = {
  en: {
    'password-reset': (origin) => ({
      subject: 'Choose a new password',
      message: `Somebody, probably you, wants to choose a new password for your account at ${origin}.\n\nThe link is good once, within an hour. Choosing a new password signs you out everywhere. If it was not you, ignore this mail: nothing changes.`,
      link: 'Choose a new password',
      footer: `You get this because somebody gave your email address at ${origin}.`,
    }),
    'password-changed': (origin, when) => ({
      subject: 'Your password was changed',
      message: `The password of your account at ${origin} was changed on ${when}.\n\nIf it was not you, choose a new one at once: that signs everybody out.`,
      link: 'It was not me',
      footer: `You get this because you have an account at ${origin}.`,
    }),
    invitation: (origin) => ({
      subject: 'You are invited to Formwright',
      message: `You are invited to make an account at ${origin}, where people build forms and read what was answered.\n\nThe link is good once, for this email address, within 7 days.`,
      link: 'Create your account',
      footer: `Whoever runs ${origin} has sent this. If you do not know why, ignore it.`,
    }),
  },
  de: {
    'password-reset': (origin) => ({
      subject: 'Wählen Sie ein neues Passwort',
      message: `Jemand, vermutlich Sie, möchte ein neues Passwort für Ihr Konto bei ${origin} wählen.\n\nDer Link gilt einmal, innerhalb einer Stunde. Mit einem neuen Passwort werden Sie überall abgemeldet. Wenn Sie es nicht waren, tun Sie nichts: Dann ändert sich nichts.`,
      link: 'Neues Passwort wählen',
      footer: `Sie erhalten diese Nachricht, weil jemand Ihre E-Mail-Adresse bei ${origin} angegeben hat.`,
    }),
    'password-changed': (origin, when) => ({
      subject: 'Ihr Passwort wurde geändert',
      message: `Das Passwort Ihres Kontos bei ${origin} wurde am ${when} geändert.\n\nWenn Sie es nicht waren, wählen Sie sofort ein neues: Damit werden alle abgemeldet.`,
      link: 'Das war ich nicht',
      footer: `Sie erhalten diese Nachricht, weil Sie ein Konto bei ${origin} haben.`,
    }),
    invitation: (origin) => ({
      subject: 'Sie sind zu Formwright eingeladen',
      message: `Sie sind eingeladen, ein Konto bei ${origin} anzulegen, wo man Formulare baut und liest, was geantwortet wurde.\n\nDer Link gilt einmal, für diese E-Mail-Adresse, innerhalb von 7 Tagen.`,
      link: 'Konto anlegen',
      footer: `Wer ${origin} betreibt, hat dies gesendet. Wenn Sie nicht wissen, warum, tun Sie nichts.`,
    }),
  },
  fr: {
    'password-reset': (origin) => ({
      subject: 'Choisissez un nouveau mot de passe',
      message: `Quelqu’un, sans doute vous, veut choisir un nouveau mot de passe pour votre compte sur ${origin}.\n\nLe lien est valable une fois, pendant une heure. Un nouveau mot de passe vous déconnecte partout. Si ce n’était pas vous, ignorez ce message : rien ne change.`,
      link: 'Choisir un nouveau mot de passe',
      footer: `Vous recevez ce message parce que quelqu’un a saisi votre adresse e-mail sur ${origin}.`,
    }),
    'password-changed': (origin, when) => ({
      subject: 'Votre mot de passe a été modifié',
      message: `Le mot de passe de votre compte sur ${origin} a été modifié le ${when}.\n\nSi ce n’était pas vous, choisissez-en un autre tout de suite : tout le monde sera déconnecté.`,
      link: 'Ce n’était pas moi',
      footer: `Vous recevez ce message parce que vous avez un compte sur ${origin}.`,
    }),
    invitation: (origin) => ({
      subject: 'Vous êtes invité sur Formwright',
      message: `Vous êtes invité à créer un compte sur ${origin}, où l’on construit des formulaires et lit les réponses.\n\nLe lien est valable une fois, pour cette adresse e-mail, pendant 7 jours.`,
      link: 'Créer votre compte',
      footer: `Ce message vient de qui gère ${origin}. Si vous ne savez pas pourquoi, ignorez-le.`,
    }),
  },
  es: {
    'password-reset': (origin) => ({
      subject: 'Elija una contraseña nueva',
      message: `Alguien, seguramente usted, quiere elegir una contraseña nueva para su cuenta en ${origin}.\n\nEl enlace sirve una vez, durante una hora. Con una contraseña nueva se cierra su sesión en todas partes. Si no fue usted, ignore este mensaje: no cambia nada.`,
      link: 'Elegir una contraseña nueva',
      footer: `Recibe este mensaje porque alguien indicó su correo electrónico en ${origin}.`,
    }),
    'password-changed': (origin, when) => ({
      subject: 'Su contraseña ha cambiado',
      message: `La contraseña de su cuenta en ${origin} se cambió el ${when}.\n\nSi no fue usted, elija otra enseguida: así se cierran todas las sesiones.`,
      link: 'No fui yo',
      footer: `Recibe este mensaje porque tiene una cuenta en ${origin}.`,
    }),
    invitation: (origin) => ({
      subject: 'Tiene una invitación a Formwright',
      message: `Tiene una invitación para crear una cuenta en ${origin}, donde se hacen formularios y se leen las respuestas.\n\nEl enlace sirve una vez, para este correo electrónico, durante 7 días.`,
      link: 'Crear su cuenta',
      footer: `Lo ha enviado quien gestiona ${origin}. Si no sabe por qué, ignórelo.`,
    }),
  },
  ar: {
    'password-reset': (origin) => ({
      subject: 'اختر كلمة مرور جديدة',
      message: `يريد شخص ما، ولعله أنت، اختيار كلمة مرور جديدة لحسابك على ${origin}.\n\nيعمل الرابط مرة واحدة وخلال ساعة. اختيار كلمة مرور جديدة يسجّل خروجك من كل مكان. إن لم تكن أنت فتجاهل هذه الرسالة: لن يتغير شيء.`,
      link: 'اختيار كلمة مرور جديدة',
      footer: `وصلتك هذه الرسالة لأن شخصًا أدخل بريدك الإلكتروني على ${origin}.`,
    }),
    'password-changed': (origin, when) => ({
      subject: 'تغيّرت كلمة مرورك',
      message: `تغيّرت كلمة مرور حسابك على ${origin} في ${when}.\n\nإن لم تكن أنت فاختر كلمة أخرى فورًا: يسجّل ذلك خروج الجميع.`,
      link: 'لم أكن أنا',
      footer: `وصلتك هذه الرسالة لأن لديك حسابًا على ${origin}.`,
    }),
    invitation: (origin) => ({
      subject: 'أنت مدعو إلى Formwright',
      message: `أنت مدعو إلى إنشاء حساب على ${origin}، حيث تُبنى النماذج وتُقرأ الردود.\n\nيعمل الرابط مرة واحدة، لهذا البريد الإلكتروني، خلال 7 أيام.`,
      link: 'إنشاء حسابك',
      footer: `أرسلها من يدير ${origin}. إن كنت لا تعرف السبب فتجاهلها.`,
    }),
  },
}

/** Languages that mails about accounts are written in. */
export const MAIL_LANGUAGES: readonly string[] = Object.keys(WORDS)

/** What a mail says in a language; `at` is the moment that it tells of. */
export function wordsFor(
  kind: AccountMailKind,
  language: string,
  { origin, at }: { origin: string; at: Date },
): MailWords {
  const when = at.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return inLanguage(WORDS, language)[kind](origin, `${when} UTC`)
}
