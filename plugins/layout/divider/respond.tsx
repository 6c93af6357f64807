import type { LayoutProps } from '@formwright/kit/control'
import type { Settings } from './layout.ts'
import './respond.css'

/** A line between the questions, or only space. */
export default function Divider({ block }: LayoutProps<Settings>) {
  return block.settings.line ? <hr className="fw-divider" /> : <div />
}
