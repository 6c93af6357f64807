import type { ComponentType } from 'react'
import type { LayoutProps, Translate } from '@formwright/kit/control'
import { PlainText, Rich } from './plain_text.tsx'
import type { EndingView } from './view.ts'

interface EndingProps {
  ending: EndingView
  Layout: ComponentType<LayoutProps<Record<string, unknown>>> | undefined
  t: Translate
}

/** What the document is called once the form was sent: nobody is left in doubt whether it was. */
export function endingTitle({ texts }: EndingView, t: Translate, form: string): string {
  return `${texts.title?.trim() || t('sent.title')} – ${form}`
}

/** What stands in place of the form once it was sent: the creator's ending, or the built-in one. */
export function Ending({ ending, Layout, t }: EndingProps) {
  const { block, texts } = ending
  return (
    <div className="ending" id="ending" tabIndex={-1} autoFocus>
      {block && Layout ? (
        <Layout block={block} texts={texts} t={t} Text={PlainText} Rich={Rich} />
      ) : (
        <>
          <h2>{texts.title ?? t('sent.title')}</h2>
          <p>{texts.text ?? t('sent.text')}</p>
        </>
      )}
    </div>
  )
}
