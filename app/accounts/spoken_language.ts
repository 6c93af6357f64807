import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { MAIL_LANGUAGES } from '#app/accounts/mail_words'
import type User from '#app/accounts/user'

/** Keeps the language that the browser of a person asks for, for mails; none that mails are not written in. */
export async function keepLanguage(ctx: HttpContext, user: User): Promise<void> {
  const language = ctx.request.language([...MAIL_LANGUAGES])
  if (language === null || language === user.language) return
  user.language = language
  await db.rawQuery('update users set language = ? where id = ?', [language, user.id])
}
