import type { TextComponent, RichComponent } from '@formwright/kit/control'
import RichTextView from '@formwright/kit/rich/rich_text'
import { piped } from '@formwright/kit/rich/resolve'

/** A creator's text on the public page: just the text, and no caption that says nothing. */
export const PlainText: TextComponent = ({ value, as: Tag = 'span' }) =>
  value === '' && Tag === 'figcaption' ? null : <Tag className="text">{value}</Tag>

/** A creator's rich text on the public page. */
export const Rich: RichComponent = ({ path, text, texts }) => (
  <div className="fw-rich">
    <RichTextView text={text} resolve={piped(texts, path)} />
  </div>
)
