import { steppedAnswer } from '@formwright/kit/stepped'
import type { Settings } from './field.ts'

export default steppedAnswer<Settings>((settings) => settings)
