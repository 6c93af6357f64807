import type { ComponentClass, ComponentProps } from 'react'
import { isEmpty } from '../../engine/logic/interpreter/empty.ts'
import type { AnyControl } from '@formwright/kit/found'

/** The same control, which fails where it draws nothing though an answer is required: nobody could give one. */
export function drawing(Control: AnyControl): AnyControl {
  if (isClass(Control)) return Control
  return (props) => {
    const drawn = Control(props)
    if (props.block.required && isEmpty(drawn)) throw new Error('It draws nothing.')
    return drawn
  }
}

const isClass = (Control: AnyControl): Control is ComponentClass<ComponentProps<AnyControl>> =>
  'render' in Object(Control.prototype)
