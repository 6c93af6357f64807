import type { TextComponent } from '@formwright/kit/control'

/** A creator's text on the public page: just the text. */
export const PlainText: TextComponent = ({ value, as: Tag = 'span' }) => <Tag className="text">{value}</Tag>
